import { useMemo } from 'react';
import type { Animal } from '../../../api/adoption.ts';
import { type Crowdfunding, useActiveCrowdfundingsInfiniteQuery } from '../../../api/crowdfunding.ts';
import { useListedEntities } from '../../../api/use-listed-entities.ts';
import { useUser } from '../../../state/session.ts';
import { useHomelessAnimals } from './use-homeless-animals.ts';

/** An animal or a campaign that the home page shows between posts. */
export type Discovery = Animal | Crowdfunding;

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

/** Number of animals that the page shows elsewhere. The number of campaigns is the same. */
const SHOWN_ELSEWHERE = 4;

const moveFirstToEnd = <Item>(items: readonly Item[]): readonly Item[] => [
  ...items.slice(SHOWN_ELSEWHERE),
  ...items.slice(0, SHOWN_ELSEWHERE),
];

/** Alternates animals and campaigns without duplicates. Items shown elsewhere on the page come last. */
function alternate(animals: readonly Animal[], crowdfundings: readonly Crowdfunding[]): readonly Discovery[] {
  const [animalsInTurn, crowdfundingsInTurn] = [moveFirstToEnd(animals), moveFirstToEnd(crowdfundings)];
  const length = Math.max(animals.length, crowdfundings.length);
  return Array.from({ length }, (_, index) => [animalsInTurn[index], crowdfundingsInTurn[index]])
    .flat()
    .filter((discovery) => discovery !== undefined);
}

/** Returns the animals and campaigns that the home page shows between posts, in display order. */
export function useDiscoveries(): readonly Discovery[] {
  const { animals } = useHomelessAnimals();
  const crowdfundings = useEndingCrowdfundings();
  return useMemo(() => alternate(animals, crowdfundings), [animals, crowdfundings]);
}
