import type { TranslationOf } from '../translation.ts';

export const texts: TranslationOf<typeof import('../en/giving.ts')> = {
  title: 'Donar {{coins}}',
  donation: 'Tu donación',
  wallet: 'En tu monedero',
  purchase: 'Compras ahora',
  left: 'Se queda en tu monedero',
  smallest: 'La compra mínima es de {{coins}}.',
  preparing: 'Preparando el pago',
  failure: 'No se ha podido preparar el pago.',
  pay: 'Pagar {{euros}} y donar',
  notPaid: 'El pago no se ha hecho.',
  because: 'El pago no se ha hecho: {{reason}}',
  making: 'Haciendo tu donación',
  processing:
    'Tu banco aún está procesando el pago. La donación se hace cuando llega el dinero, aunque cierres esta página.',
  later: 'El pago se ha realizado. Tu donación se hará en breve, aunque cierres esta página.',
  thanks: {
    title: '¡Gracias!',
    given: 'Has donado {{coins}} a «{{title}}».',
    made: 'Has donado {{coins}}.',
    receipt: 'Tu recibo',
    trail: 'Seguir las monedas',
    line: 'Línea {{line}} del rastro de las monedas',
  },
  refused: {
    title: 'Tu donación no se ha hecho',
    coins: 'Las monedas están en tu monedero.',
    back: 'A la campaña',
  },
};
