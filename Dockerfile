ARG BASE=python:3.13-slim

FROM ${BASE} AS build
COPY requirements.lock /
RUN ["python", "-m", "pip", "install", "--no-cache-dir", "--no-compile", "--require-hashes", "--only-binary", ":all:", "--target", "/opt/decision-inbox", "--requirement", "/requirements.lock"]
COPY entrypoint.py /opt/decision-inbox/
COPY inbox /opt/decision-inbox/inbox
# Compiled once and for all: the root file system may be read-only, and copying changes file times.
RUN ["python", "-m", "compileall", "-q", "--invalidation-mode", "unchecked-hash", "/opt/decision-inbox"]

FROM ${BASE}
LABEL org.opencontainers.image.title="decision-inbox" \
      org.opencontainers.image.description="Irreversible, critical pull requests wait as GitHub issues until their owner says yes or no." \
      org.opencontainers.image.licenses="MIT"
COPY --from=build /opt/decision-inbox /opt/decision-inbox
# -E and -s: no variable and no home of a workflow changes which code runs. -u: the log keeps its order.
# There is no USER: the runner's files belong to another account, and only root can write to them.
ENTRYPOINT ["/usr/local/bin/python", "-E", "-s", "-u", "-X", "utf8", "/opt/decision-inbox/entrypoint.py"]
