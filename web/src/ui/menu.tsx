import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './menu.module.css';

/** An item of a menu. */
export interface MenuItem {
  readonly label: string;
  readonly icon?: ReactNode;
  /** Red text, for irreversible actions. */
  readonly danger?: boolean;
  readonly onSelect: () => void;
}

interface MenuProps {
  /** Accessible name of the menu button. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly items: readonly MenuItem[];
}

const INDEX_BY_KEY: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** A button that opens a menu. Arrow keys move between the items; Escape closes the menu. */
export function Menu({ label, icon, items }: MenuProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (open) list.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
  }, [open]);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };

  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return close();
    const entries = [...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
    const index = entries.indexOf(document.activeElement as HTMLElement);
    const target = entries[INDEX_BY_KEY[event.key]?.(index, entries.length) ?? -1];
    if (!target) return;
    event.preventDefault();
    target.focus();
  };

  const closeWhenLeft = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handler only detects that the focus has left.
    <div className={styles.place} onBlur={closeWhenLeft}>
      <IconButton
        ref={button}
        label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {icon}
      </IconButton>
      {open && (
        <div
          ref={list}
          id={id}
          className={styles.menu}
          role="menu"
          aria-label={label}
          tabIndex={-1}
          onKeyDown={move}
        >
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={classNames(styles.item, item.danger && styles.danger)}
              onClick={() => {
                close();
                item.onSelect();
              }}
            >
              {item.icon}
              {item.label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
