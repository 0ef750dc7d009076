import { defineEndpoints } from './endpoint.ts';

export const sharingEndpoints = defineEndpoints('sharing', {
  getSharePicture: { method: 'GET', path: '/api/share/{kind}/{id}/{version}' },
});
