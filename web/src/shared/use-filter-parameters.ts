import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Manages the filter of a list in the query string. Each change includes those that are not rendered yet. */
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
