import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet, { type HelmetOptions } from 'helmet';
import type { Middleware } from 'koa';
import type { ApiSystem } from './system.ts';

const SELF = "'self'";
const STRIPE_SCRIPTS = ['https://js.stripe.com', 'https://*.js.stripe.com'];

/** Content-Security-Policy sources for Stripe's card form: scripts, frames and API. */
const STRIPE_SOURCES = {
  scriptSrc: [SELF, ...STRIPE_SCRIPTS],
  connectSrc: [SELF, 'https://api.stripe.com', 'https://m.stripe.network'],
  frameSrc: [SELF, ...STRIPE_SCRIPTS, 'https://hooks.stripe.com', 'https://m.stripe.network'],
};

/** Computed once, because they are the same for all responses. */
function computeHeaders(options: HelmetOptions): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  };
  helmet(options)({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
}

/**
 * Sets the security headers. The Content-Security-Policy only allows this origin and, if it is the payment provider,
 * Stripe.
 */
export function setSecurityHeaders({
  publicUrl,
  payments,
}: Pick<ApiSystem, 'publicUrl' | 'payments'>): Middleware {
  const headers = computeHeaders({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: [SELF],
        baseUri: ["'none'"],
        fontSrc: [SELF, 'data:'],
        formAction: [SELF],
        frameAncestors: ["'none'"],
        imgSrc: [SELF, 'data:', 'blob:'],
        objectSrc: ["'none'"],
        // Rendered pages have style attributes, such as the focal points of pictures. Scripts set them in any case.
        styleSrc: [SELF],
        styleSrcAttr: ["'unsafe-inline'"],
        ...(payments.config.provider === 'stripe' && STRIPE_SOURCES),
      },
    },
    strictTransportSecurity: publicUrl.startsWith('https:'),
  });
  return (http, next) => {
    for (const [name, value] of headers) http.res.setHeader(name, value);
    return next();
  };
}
