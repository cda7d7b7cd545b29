# syntax=docker/dockerfile:1
FROM node:22-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
# No package's install script runs, as with npm start.
RUN npm ci --include=dev --ignore-scripts
COPY . .
RUN npm run package && mv spaceport-*.tgz spaceport.tgz

FROM node:22-bookworm-slim AS installed
WORKDIR /app
COPY --from=build /build/spaceport.tgz /
RUN npm install --ignore-scripts --no-package-lock /spaceport.tgz

FROM node:22-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data DEMO=0
WORKDIR /app
COPY --from=installed /app/node_modules ./node_modules
RUN ln -s /app/node_modules/.bin/spaceport /usr/local/bin/spaceport && mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["spaceport", "start"]
