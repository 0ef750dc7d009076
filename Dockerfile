# To update: docker buildx imagetools inspect node:22-bookworm-slim, and copy the digest of the index to both lines.
FROM node:22.23.3-bookworm-slim@sha256:43ac6c60b8f89723f746e8a92ce91abd5017e627ce1ddfe4238355d3a30b772c AS build
WORKDIR /kindra
COPY package.json package-lock.json ./
COPY scripts/rebuild-allowed.mjs scripts/
# Install scripts run only for the packages that `allowScripts` of package.json allows.
RUN npm ci --include=dev --ignore-scripts && node scripts/rebuild-allowed.mjs
COPY . .
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:22.23.3-bookworm-slim@sha256:43ac6c60b8f89723f746e8a92ce91abd5017e627ce1ddfe4238355d3a30b772c
WORKDIR /kindra
ENV NODE_ENV=production
# A public address: needs the settings of Stripe, Google and email, or KINDRA_ALLOW_SIMULATOR=true on a staging system.
ENV HOST=0.0.0.0
COPY --from=build --chown=node:node /kindra /kindra
USER node
EXPOSE 3000
# Nothing is installed or built at the start; signals are sent to the process directly.
ENTRYPOINT ["node", "scripts/run.mjs"]
CMD ["api", "--prepared"]
