import { createHash } from 'node:crypto';
import { createLruCache } from '../../../common/lru-cache.ts';

/** A fictitious person in the local provider. */
export interface Person {
  readonly subject: string;
  readonly name: string;
  readonly email: string;
}

const PREDEFINED_PEOPLE: readonly Person[] = [
  { subject: 'made-up-marina', name: 'Marina Soler', email: 'marina.soler@example.org' },
  { subject: 'made-up-tomas', name: 'Tomás Iriarte', email: 'tomas.iriarte@example.org' },
  { subject: 'made-up-aisha', name: 'Aisha Bello', email: 'aisha.bello@example.org' },
  { subject: 'made-up-jonas', name: 'Jonas Lindqvist', email: 'jonas.lindqvist@example.org' },
  { subject: 'made-up-noor', name: 'Noor Haddad', email: 'noor.haddad@example.org' },
];

const MAX_CUSTOM_PEOPLE = 1_000;

/** People in the local provider: predefined people, and people that were entered on its page. */
export type PersonDirectory = ReturnType<typeof createPersonDirectory>;

/** Creates a directory. It keeps the 1,000 most recently used people that were entered on the page. */
export function createPersonDirectory() {
  const customPeople = createLruCache<Person>(MAX_CUSTOM_PEOPLE);
  return {
    predefined: PREDEFINED_PEOPLE,
    find: (subject: string): Person | null =>
      PREDEFINED_PEOPLE.find((person) => person.subject === subject) ?? customPeople.get(subject) ?? null,
    /** Returns the person with this email address, or creates one. The same address always yields the same person. */
    findOrCreate(name: string, email: string): Person {
      const predefinedPerson = PREDEFINED_PEOPLE.find((person) => person.email === email.toLowerCase());
      if (predefinedPerson) return predefinedPerson;
      const subject = createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 32);
      const person = { subject, name, email };
      customPeople.set(subject, person);
      return person;
    },
  };
}
