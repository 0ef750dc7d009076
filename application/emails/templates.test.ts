import { isEmailedKind, NOTIFICATION_KINDS } from '../../domain/effects/table.ts';
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

test('Spanish emails use the Spanish term for campaigns', () => {
  const content = { subject: 'Un tejado', reason: null, amount: 5, daysLeft: 7, link: LINK };
  const emails = NOTIFICATION_KINDS.filter(isEmailedKind).map((kind) =>
    fillTemplate('notification', 'es', { ...content, kind }),
  );
  expect(JSON.stringify(emails)).not.toMatch(/crowdfunding/i);
});
