import { fillTemplate } from './templates.ts';

const LINK = 'https://kindra.example/adoptable-animals/1';

test('isolates right-to-left names in the sentences of emails', () => {
  const content = { kind: 'ADOPTION_CONTACT', subject: 'רקס!', link: LINK, reason: 'سبب' } as never;
  expect(fillTemplate('notification', 'en', content)).toMatchObject({
    subject: 'Somebody asks about \u2068רקס!\u2069',
    paragraphs: ['Somebody asks about \u2068רקס!\u2069.', 'Reason: \u2068سبب\u2069'],
    action: { url: LINK },
  });
});

test('does not change left-to-right names', () => {
  const content = { kind: 'ADOPTION_CONTACT', subject: 'Rex!', link: LINK, reason: null } as never;
  expect(fillTemplate('notification', 'es', content).subject).toBe('Alguien pregunta por Rex!');
});
