// Uploads one file with GitHub's own client: node official.mjs FOLDER_WITH_NODE_MODULES NAME FILE
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const [modules, name, file] = process.argv.slice(2);
const found = createRequire(join(modules, "x.js")).resolve.paths("@actions/artifact")[0];
const client = await import(pathToFileURL(join(found, "@actions/artifact/lib/artifact.js")).href);
const artifact = new client.DefaultArtifactClient();
const { id } = await artifact.uploadArtifact(name, [file], dirname(file));
console.log(`artifact ${id}`);
