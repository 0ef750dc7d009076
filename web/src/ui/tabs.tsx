import { type KeyboardEvent, type ReactNode, useEffect, useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './tabs.module.css';
import { useScrollEdges } from './use-scroll-edges.ts';

interface TabsProps<Key extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly key: Key; readonly label: string }[];
  readonly selected: Key;
  readonly onSelect: (key: Key) => void;
  /** Panel of the selected tab. */
  readonly children: ReactNode;
  readonly className?: string;
}

const INDEX_BY_KEY: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Tabs with a panel. Arrow keys, Home and End move between the tabs. */
export function Tabs<Key extends string>({
  label,
  tabs,
  selected,
  onSelect,
  children,
  className,
}: TabsProps<Key>) {
  const id = useId();
  const { ref: list, className: edgesClassName } = useScrollEdges<HTMLDivElement>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the selected tab is found by its attribute.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-selected=true]');
    if (list.current && tab)
      list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2;
  }, [selected]);

  const move = (event: KeyboardEvent) => {
    const index = tabs.findIndex(({ key }) => key === selected);
    const target = tabs[INDEX_BY_KEY[event.key]?.(index, tabs.length) ?? -1];
    if (!target) return;
    event.preventDefault();
    onSelect(target.key);
    list.current?.querySelector<HTMLElement>(`[data-key="${target.key}"]`)?.focus();
  };

  return (
    <div className={className}>
      <div
        ref={list}
        className={classNames(styles.tabs, edgesClassName)}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
      >
        {tabs.map(({ key, label: text }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-${key}`}
            data-key={key}
            className={styles.tab}
            aria-selected={key === selected}
            aria-controls={key === selected ? `${id}-panel` : undefined}
            tabIndex={key === selected ? 0 : -1}
            onClick={() => onSelect(key)}
          >
            {text}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`}>
        {children}
      </div>
    </div>
  );
}
