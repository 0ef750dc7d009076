import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Somebody whom the local provider vouches for. */
export interface Person {
  readonly subject: string;
  readonly name: string;
  readonly email: string;
}

const MADE_UP: readonly Person[] = [
  { subject: 'made-up-marina', name: 'Marina Soler', email: 'marina.soler@example.org' },
  { subject: 'made-up-tomas', name: 'Tomás Iriarte', email: 'tomas.iriarte@example.org' },
  { subject: 'made-up-aisha', name: 'Aisha Bello', email: 'aisha.bello@example.org' },
  { subject: 'made-up-jonas', name: 'Jonas Lindqvist', email: 'jonas.lindqvist@example.org' },
  { subject: 'made-up-noor', name: 'Noor Haddad', email: 'noor.haddad@example.org' },
];

/** How many other people are remembered, while they sign in. */
const MOST_OTHERS = 1_000;

/** People of the local provider: those on its page, and whoever is typed in there. */
export interface People {
  readonly madeUp: readonly Person[];
  readonly find: (subject: string) => Person | null;
  /** Somebody with this address: the same one each time. */
  readonly other: (name: string, email: string) => Person;
}

export function createPeople(): People {
  const others = new LRUCache<string, Person>({ max: MOST_OTHERS });
  return {
    madeUp: MADE_UP,
    find: (subject) => MADE_UP.find((person) => person.subject === subject) ?? others.get(subject) ?? null,
    other(name, email) {
      const known = MADE_UP.find((person) => person.email === email.toLowerCase());
      if (known) return known;
      const subject = createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 32);
      const person = { subject, name, email };
      others.set(subject, person);
      return person;
    },
  };
}
