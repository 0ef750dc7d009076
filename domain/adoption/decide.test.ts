import { given } from '../../test/support/given.ts';
import { formatTown, type Town } from '../kernel/town.ts';
import { adoptionDecider } from './decide.ts';
import type { AdoptionEvent } from './events.ts';
import type { AdoptionForm } from './rules.ts';

const GIRONA: Town = {
  id: 3121456,
  name: 'Girona',
  region: 'Catalonia',
  country: 'ES',
  latitude: 41.98311,
  longitude: 2.82493,
};
const adoptionId = '01980000-0000-7000-8000-00000000000d';
const ownerId = '01980000-0000-7000-8000-000000000001';
const otherId = '01980000-0000-7000-8000-000000000002';
const imageHash = '0'.repeat(64);

const FORM: Omit<AdoptionForm, 'town'> = {
  name: 'Rex',
  type: 'DOG',
  breed: 'Mixed',
  age: 0,
  sex: 'M',
  description: 'Likes children.\nAnd cats.',
  address: '1, Pond Street',
  vaccinated: true,
  sterilized: false,
};
const offer = (changes: Partial<AdoptionForm> = {}) =>
  ({ type: 'OfferAnimal', adoptionId, ownerId, form: { ...FORM, ...changes }, imageHash }) as const;
const offered = (changes: Partial<Omit<AdoptionForm, 'town'>> & { town?: string } = {}): AdoptionEvent => ({
  type: 'AnimalOffered',
  data: { adoptionId, ownerId, ...FORM, town: '', ...changes, imageHash },
});
const adopted: AdoptionEvent = { type: 'AnimalAdopted', data: { adoptionId, ownerId } };
const removed: AdoptionEvent = { type: 'AdoptionRemoved', data: { adoptionId, ownerId } };

describe('offering', () => {
  const givenNothing = () => given(adoptionDecider);
  const MANDATORY = 'All fields to create an adoption is mandatory.';
  const FORBIDDEN = 'The text contains characters that are not allowed.';

  test('succeeds', () => givenNothing().when(offer()).leadsTo(offered()));
  test('contains the town as a text', () =>
    givenNothing()
      .when(offer({ town: GIRONA }))
      .leadsTo(offered({ town: formatTown(GIRONA) })));
  test.each([
    { name: 'x'.repeat(50), breed: 'x'.repeat(50), address: 'x'.repeat(150) },
    { description: '🐕'.repeat(300) },
    { age: 100 },
  ])('accepts texts of maximum length', (changes) =>
    givenNothing().when(offer(changes)).leadsTo(offered(changes)),
  );
  test.each<[Partial<AdoptionForm>, string]>([
    [{ name: '' }, MANDATORY],
    [{ breed: '' }, MANDATORY],
    [{ description: '' }, MANDATORY],
    [{ name: 'x'.repeat(51), address: '' }, MANDATORY],
    [{ name: 'x'.repeat(51) }, 'The name cannot exceed 50 characters.'],
    [{ breed: 'x'.repeat(51) }, 'The breed cannot exceed 50 characters.'],
    [{ address: 'x'.repeat(151) }, 'The address cannot exceed 150 characters.'],
    [{ description: '🐕'.repeat(301) }, 'The description cannot exceed 300 characters.'],
    [{ name: 'a\nb' }, FORBIDDEN],
    [{ description: 'a\u202eb' }, FORBIDDEN],
    [{ age: -1 }, 'The age must be between 0 and 100 years.'],
    [{ age: 101 }, 'The age must be between 0 and 100 years.'],
    [{ age: 1.5 }, 'The age must be between 0 and 100 years.'],
  ])('%j is refused', (changes, sentence) => givenNothing().when(offer(changes)).isRejected(sentence));
  test.each([[[offered()]], [[offered(), adopted]], [[offered(), removed]]])('is idempotent', (history) =>
    given(adoptionDecider, ...history)
      .when(offer())
      .leadsToNothing(),
  );
});

describe('adopting', () => {
  const adopt = (accountId = ownerId) => ({ type: 'MarkAnimalAdopted', adoptionId, accountId }) as const;

  test('is marked by the owner', () => given(adoptionDecider, offered()).when(adopt()).leadsTo(adopted));
  test('is rejected the second time', () =>
    given(adoptionDecider, offered(), adopted)
      .when(adopt())
      .isRejected('The animal has been adopted already.'));
  test('is rejected for anyone but the owner', () =>
    given(adoptionDecider, offered())
      .when(adopt(otherId))
      .isRejected('Only the owner of the animal can do this.'));
  test.each([[[]], [[offered(), removed]]])('is rejected for an unknown animal', (history) =>
    given(adoptionDecider, ...history)
      .when(adopt())
      .isRejected('The animal does not exist.'),
  );
});

describe('removing', () => {
  const remove = (accountId = ownerId) => ({ type: 'RemoveAdoption', adoptionId, accountId }) as const;

  test.each([[[offered()]], [[offered(), adopted]]])('succeeds', (history) =>
    given(adoptionDecider, ...history)
      .when(remove())
      .leadsTo(removed),
  );
  test('is rejected for anyone but the owner', () =>
    given(adoptionDecider, offered())
      .when(remove(otherId))
      .isRejected('Only the owner of the animal can do this.'));
  test('is rejected the second time', () =>
    given(adoptionDecider, offered(), removed).when(remove()).isRejected('The animal does not exist.'));
});
