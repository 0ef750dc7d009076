import { waitFor } from '@testing-library/react';
import { hydrateWithInput, rememberActivations } from './early-input.ts';

test('each button that was pressed early is pressed once, in order, when the page is ready', async () => {
  document.documentElement.dataset.renderedWidth = '360';
  document.body.innerHTML = '<button>Donate</button><button>5 €</button><button>10 €</button>';
  const [donate, five] = [...document.querySelectorAll('button')] as [HTMLButtonElement, HTMLButtonElement];
  rememberActivations();
  for (const button of [donate, five, donate, donate]) button.click();

  const pressed: string[] = [];
  hydrateWithInput(document.body, () => {
    for (const button of document.querySelectorAll('button'))
      button.addEventListener('click', () => pressed.push(button.textContent ?? ''));
  });

  await waitFor(() => expect(pressed).toHaveLength(2));
  expect(pressed).toEqual(['5 €', 'Donate']);
});
