# syntax=docker/dockerfile:1
FROM golang:1.26-alpine@sha256:28d89ee9cc0ff9fec75c82ca201e6bf7fdf9a679d4b7b24dfa04f2bb766bb468 AS build
RUN apk add --no-cache gcc git musl-dev
WORKDIR /src
COPY go.mod go.sum ./
RUN --mount=type=cache,target=/go/pkg/mod go mod download
COPY . .
RUN --mount=type=cache,target=/go/pkg/mod --mount=type=cache,target=/root/.cache/go-build \
    CGO_ENABLED=1 go build -trimpath \
    -tags sqlite_omit_load_extension,netgo,osusergo,timetzdata \
    -ldflags '-s -w -linkmode external -extldflags "-static"' \
    -o /out/ ./cmd/madbot ./cmd/mad && mkdir -p /out/data

# The programs alone: docker build --target programs --output DIRECTORY .
FROM scratch AS programs
COPY --from=build /out/madbot /out/mad /

FROM gcr.io/distroless/static-debian13:nonroot@sha256:e2e927ec666bae08560abb3c55d0659eceabb657f56b6782ab500a9fc7f555e3
COPY --from=build /out/madbot /madbot
COPY --from=build --chown=65532:65532 /out/data /data
USER 65532:65532
WORKDIR /data
VOLUME ["/data"]
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 CMD ["/madbot", "healthcheck"]
ENTRYPOINT ["/madbot"]
CMD ["run"]
