import { useMemo } from 'react';
import type { Animal } from '../../../api/adoption.ts';
import { type Crowdfunding, useActiveCrowdfundingsInfiniteQuery } from '../../../api/crowdfunding.ts';
import { useListedEntities } from '../../../api/use-listed-entities.ts';
import { useUser } from '../../../state/session.ts';
import { useHomelessAnimals } from './use-homeless-animals.ts';

/** An animal or a campaign that the home page shows between posts. */
export type Discovery =
  | { readonly id: string; readonly animal: Animal }
  | { readonly id: string; readonly crowdfunding: Crowdfunding };

/** Returns active campaigns, earliest end date first, excluding the current user's own. */
export function useEndingCrowdfundings() {
  const query = useActiveCrowdfundingsInfiniteQuery({ sort: 'ending' });
  const crowdfundings = useListedEntities('crowdfunding', query.data);
  const reader = useUser()?.id;
  return useMemo(
    () => crowdfundings.filter(({ creator }) => creator.idProfile !== reader),
    [crowdfundings, reader],
  );
}

/** Number of animals and number of campaigns shown elsewhere on the page. */
const SHOWN_ELSEWHERE = 4;

const moveFirstToEnd = <Item>(items: readonly Item[]): readonly Item[] => [
  ...items.slice(SHOWN_ELSEWHERE),
  ...items.slice(0, SHOWN_ELSEWHERE),
];

/** Alternates animals and campaigns without duplicates. Items shown elsewhere on the page come last. */
function alternate(animals: readonly Animal[], crowdfundings: readonly Crowdfunding[]): readonly Discovery[] {
  const [animalsInTurn, crowdfundingsInTurn] = [moveFirstToEnd(animals), moveFirstToEnd(crowdfundings)];
  const length = Math.max(animals.length, crowdfundings.length);
  return Array.from({ length }, (_, index) => {
    const animal = animalsInTurn[index];
    const crowdfunding = crowdfundingsInTurn[index];
    return [
      ...(animal ? [{ id: animal.id, animal }] : []),
      ...(crowdfunding ? [{ id: crowdfunding.id, crowdfunding }] : []),
    ];
  }).flat();
}

/** Returns the animals and campaigns that the home page shows between posts, in display order. */
export function useDiscoveries(): readonly Discovery[] {
  const { animals } = useHomelessAnimals();
  const crowdfundings = useEndingCrowdfundings();
  return useMemo(() => alternate(animals, crowdfundings), [animals, crowdfundings]);
}
