FROM node:22-bookworm-slim AS build
WORKDIR /kindra
COPY package.json package-lock.json ./
RUN npm ci --include=dev
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:22-bookworm-slim
WORKDIR /kindra
ENV HOST=0.0.0.0
COPY --from=build --chown=node:node /kindra /kindra
USER node
EXPOSE 3000
# Nothing is installed or built any more when it starts; signals reach the process itself.
ENTRYPOINT ["node", "scripts/run.mjs"]
CMD ["api", "--prepared"]
