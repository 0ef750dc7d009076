import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * Manages the filter of a list. It is stored in the query string, so that a search can be shared and restored. Each
 * change is based on the previous change, even if that change has not been rendered yet. Empty values are removed.
 */
export function useFilterParameters<Name extends string>() {
  const [parameters, setParameters] = useSearchParams();
  const latestRef = useRef(parameters);
  useEffect(() => {
    latestRef.current = parameters;
  }, [parameters]);

  const replace = (next: URLSearchParams) => {
    latestRef.current = next;
    setParameters(next, { replace: true });
  };

  return {
    getValue: (name: Name): string => parameters.get(name) ?? '',
    setValues: (values: Readonly<Partial<Record<Name, string>>>) => {
      const next = new URLSearchParams(latestRef.current);
      for (const [name, value] of Object.entries<string | undefined>(values)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      replace(next);
    },
    isFiltered: parameters.size > 0,
    clearFilter: () => replace(new URLSearchParams()),
  };
}
