# The service and its command line. docker-compose.yml runs it; alone:
#
#   docker build --tag payments . && docker run --read-only --tmpfs /tmp --volume psp:/home/node --env-file … payments
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /srv/psp
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json console.config.ts ./
COPY src src
COPY schema schema
RUN npm run -s build
COPY deploy/production-lock.mjs deploy/production-lock.mjs
RUN node deploy/production-lock.mjs bill && cd bill && npm sbom --sbom-format=cyclonedx --package-lock-only > ../sbom.cdx.json
RUN npm prune --omit=dev --omit=optional --ignore-scripts

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production
ENV PSP_DATA_DIR=/home/node/psp
WORKDIR /srv/psp
COPY --from=build /srv/psp/package.json package.json
COPY --from=build /srv/psp/node_modules node_modules
COPY --from=build /srv/psp/dist dist
COPY --from=build /srv/psp/sbom.cdx.json sbom.cdx.json
COPY schema schema
COPY migrations migrations
COPY config config
COPY assets assets
COPY connectors connectors
# Package managers are not needed at run time.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn /usr/local/bin/yarnpkg /opt/yarn-*
USER node
EXPOSE 3000 4000
HEALTHCHECK --interval=2s --timeout=5s --retries=30 CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.INTERNAL_PORT || 4000) + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "--max-old-space-size=1024", "dist/main/serve.js"]
