import { isEmailedKind, NOTIFICATION_KINDS } from '../../domain/effects/kinds.ts';
import { LANGUAGES, type Language } from '../../domain/kernel/language.ts';
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

describe('the emails about notifications', () => {
  const content = { subject: 'A roof', reason: null, amount: 1, daysLeft: 7, link: LINK };
  const createEmails = (language: Language) =>
    NOTIFICATION_KINDS.filter(isEmailedKind).map((kind) =>
      fillTemplate('notification', language, { ...content, kind }),
    );

  test.each(LANGUAGES)('have no unfilled placeholders in %s', (language) => {
    for (const { subject, paragraphs } of createEmails(language))
      expect([subject, ...paragraphs].join('\n')).not.toMatch(/\{\{|null|undefined/);
  });

  test('use the Spanish term for campaigns', () => {
    expect(JSON.stringify(createEmails('es'))).not.toMatch(/crowdfunding/i);
  });

  test.each([
    ['en', 'The coins of your crowdfunding “A roof” have been transferred to your wallet', '12,500'],
    ['es', 'Las monedas de tu campaña «A roof» se han abonado en tu monedero', '12.500'],
  ] as const)('repeat the sentence and the amount of the screen in %s', (language, sentence, amount) => {
    const release = { ...content, kind: 'CAMPAIGN_RELEASED', amount: 12_500 } as const;
    expect(fillTemplate('notification', language, release)).toMatchObject({
      subject: sentence,
      paragraphs: [`${sentence}.`, `Kindracoins: ${amount}`],
    });
  });

  test('contain titles with placeholders and patterns unchanged', () => {
    const approval = { ...content, kind: 'CAMPAIGN_APPROVED', subject: '$& {{days}}', amount: null } as const;
    expect(fillTemplate('notification', 'en', approval).subject).toBe(
      'Your crowdfunding “$& {{days}}” has been approved',
    );
  });
});
