/** Spanish texts of notifications, which screens share with emails. */
export * from '../../domain/effects/texts/es.ts';
