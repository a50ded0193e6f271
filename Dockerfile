# Python 3.13.15 on Debian trixie, by the digest of its index for all platforms. BASE may name another
# image with the same layout, for instance the same tag of a later day.
ARG BASE=python:3.13-slim@sha256:7c61056e61ac89e852de05f3dc6fa51a6dd2181797bceed46aa725dd7cb2cd3b

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
# Nothing is installed here any more: pip is gone, and so is what Python would make it of again.
RUN python -m pip uninstall --yes --quiet --root-user-action ignore pip \
 && rm -r "$(python -c 'import ensurepip; print(*ensurepip.__path__)')"
COPY --from=build /opt/decision-inbox /opt/decision-inbox
# -E and -s: no variable and no home of a workflow changes which code runs. -u: the log keeps its order.
# There is no USER: the runner's files belong to another account, and only root can write to them.
ENTRYPOINT ["/usr/local/bin/python", "-E", "-s", "-u", "-X", "utf8", "/opt/decision-inbox/entrypoint.py"]
