import type { IdentityProvider } from '../../domain/ports/identity.ts';
import { createOpenIdProvider } from './open-id.ts';

export interface GoogleOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
}

export const createGoogleProvider = (options: GoogleOptions): IdentityProvider =>
  createOpenIdProvider({
    ...options,
    provider: 'google',
    issuer: 'https://accounts.google.com',
    prompt: 'select_account',
  });
