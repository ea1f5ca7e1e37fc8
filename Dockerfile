# One image for every role of docker-compose.yml: what differs is the command.

# By digest: a tag can be moved, a digest cannot. `make digests` writes those of today.
FROM python:3.11.16-slim-bookworm@sha256:528257d48c1da0dcecc2e725d1ae34498d60c965f1241e39cd6a85a8859bdf84 AS build
RUN apt-get update \
 && apt-get install --yes --no-install-recommends build-essential \
 && rm -rf /var/lib/apt/lists/*
RUN python -m venv /opt/everos
ENV PATH=/opt/everos/bin:$PATH PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
COPY requirements/base.in requirements/base.txt /app/requirements/
RUN pip install --require-hashes --no-deps --requirement /app/requirements/base.txt
WORKDIR /app
COPY pyproject.toml README.md LICENSE manage.py ./
COPY templates templates
COPY examples/conversation.json examples/
COPY everos_site everos_site
COPY memory memory
COPY cascade cascade
COPY ome ome
RUN pip install --no-deps --editable . \
 && python -m compileall -q everos_site memory cascade ome


FROM python:3.11.16-slim-bookworm@sha256:528257d48c1da0dcecc2e725d1ae34498d60c965f1241e39cd6a85a8859bdf84
RUN groupadd --gid 10001 everos \
 && useradd --uid 10001 --gid everos --create-home everos \
 && install --directory --owner everos --group everos --mode 0700 /data
COPY --from=build /opt/everos /opt/everos
COPY --from=build /app /app
# Without a docker-compose.yml the image is the embedded mode: everything in one process, all of it in /data.
ENV PATH=/opt/everos/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    EVEROS_API__HOST=0.0.0.0 \
    EVEROS_MEMORY__ROOT=/data
WORKDIR /app
USER 10001:10001
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=6 \
  CMD ["python", "-m", "everos_site.alive", "web"]
CMD ["everos", "server", "start"]
