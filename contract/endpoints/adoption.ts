import { defineEndpoints } from './endpoint.ts';

export const adoptionEndpoints = defineEndpoints('adoption', {
  createAdoption: { method: 'POST', path: '/api/adopt', idempotent: true },
  getAnimals: { method: 'GET', path: '/api/adopt/animals', paged: true },
  getAnimal: { method: 'GET', path: '/api/adopt/{id}/data' },
  getAnimalImage: { method: 'GET', path: '/api/adopt/{id}/image' },
  profileAnimals: { method: 'GET', path: '/api/adopt/profile/{nickname}', paged: true },
  markAdopted: { method: 'PUT', path: '/api/adopt/adopted/{id}' },
  findTowns: { method: 'GET', path: '/api/towns' },
  getTown: { method: 'GET', path: '/api/towns/{id}' },
  deleteAdoption: { method: 'DELETE', path: '/api/adopt/delete/{id}' },
});
