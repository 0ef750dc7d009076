import { useFindTownsQuery } from '../../../api/adoption.ts';
import { useDebounced } from '../../../shared/use-debounced.ts';

const DELAY_MS = 200;
const MIN_LENGTH = 2;

/** Returns town suggestions for the typed text; none for fewer than two characters. */
export function useTownSuggestions(typed: string, isOpen: boolean) {
  const text = useDebounced(typed.trim(), DELAY_MS);
  const isSkipped = !isOpen || [...text].length < MIN_LENGTH;
  const { currentData, isFetching, isError } = useFindTownsQuery({ text }, { skip: isSkipped });
  return {
    towns: (!isSkipped && currentData) || [],
    isLoading: !isSkipped && isFetching,
    isError: !isSkipped && isError,
    isSearched: !isSkipped && currentData !== undefined && text === typed.trim(),
  };
}
