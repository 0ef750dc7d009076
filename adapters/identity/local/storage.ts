import type { Adapter, AdapterPayload } from 'oidc-provider';
import { createLruCache } from '../../../common/lru-cache.ts';

const MAX_ENTRIES = 10_000;

/** Creates in-memory storage for sign-ins in progress. Its size is limited. */
export function createAdapterFactory(): (kind: string) => Adapter {
  const entries = createLruCache<AdapterPayload>(MAX_ENTRIES);
  return (kind) => ({
    async upsert(id, payload, expiresInSeconds) {
      entries.set(`${kind}:${id}`, payload, { ttl: (expiresInSeconds || 3600) * 1000 });
      if (payload.uid) entries.set(`${kind}:uid:${payload.uid}`, { jti: id });
    },
    find: async (id) => entries.get(`${kind}:${id}`),
    findByUid: async (uid) => entries.get(`${kind}:${entries.get(`${kind}:uid:${uid}`)?.jti}`),
    findByUserCode: async () => undefined,
    async consume(id) {
      const payload = entries.get(`${kind}:${id}`);
      if (payload) payload.consumed = Math.floor(Date.now() / 1000);
    },
    async destroy(id) {
      entries.delete(`${kind}:${id}`);
    },
    async revokeByGrantId(grantId) {
      for (const [key, payload] of entries.entries()) if (payload.grantId === grantId) entries.delete(key);
    },
  });
}
