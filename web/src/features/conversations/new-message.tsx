import { SquarePen } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { StoredProfile } from '../../api/entities.ts';
import { useTranslation } from '../../i18n/index.ts';
import {
  Avatar,
  Button,
  Dialog,
  EmptyState,
  ErrorState,
  Loading,
  TextField,
  truncate,
} from '../../ui/index.ts';
import styles from './new-message.module.css';
import { usePeople } from './use-people.ts';

interface PersonLinkProps {
  readonly person: StoredProfile;
  readonly onChosen: () => void;
}

function PersonLink({ person: { id, profileName, nickname, avatar }, onChosen }: PersonLinkProps) {
  return (
    <li>
      <Link to={`/conversations/${id}`} className={styles.person} onClick={onChosen}>
        <Avatar name={profileName} seed={id} picture={avatar} size={40} />
        <span className={styles.names}>
          <strong>
            <bdi>{truncate(profileName)}</bdi>
          </strong>
          <span>@{nickname}</span>
        </span>
      </Link>
    </li>
  );
}

/** Moves the focus with the arrow keys between the search field and the profiles found. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a')];
  stops[stops.indexOf(document.activeElement as HTMLElement) + step]?.focus();
}

type PeopleMessageProps = Omit<ReturnType<typeof usePeople>, 'people'> & { readonly isEmpty: boolean };

/** Loading, error or empty state. An error can follow people, because several requests find them. */
function PeopleMessage({ isEmpty, isLoading, hasFailed, retry }: PeopleMessageProps) {
  const { t } = useTranslation('conversations');
  if (isLoading) return isEmpty && <Loading label={t('newMessage.loading')} />;
  if (hasFailed)
    return (
      <ErrorState compact onRetry={retry}>
        {t('newMessage.failure')}
      </ErrorState>
    );
  return (
    isEmpty && (
      <EmptyState compact icon={null}>
        {t('newMessage.none')}
      </EmptyState>
    )
  );
}

function PeopleSearch({ onChosen }: { readonly onChosen: () => void }) {
  const { t } = useTranslation('conversations');
  const [text, setText] = useState('');
  const { people, ...search } = usePeople(text);
  const isComplete = !search.isLoading && !search.hasFailed;
  const list = useRef<HTMLUListElement>(null);
  // While the search loads, the list can belong to the previous text.
  const openFirst = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && !search.isLoading)
      list.current?.querySelector('a')?.click();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys are a shortcut for the Tab key.
    <div className={styles.search} onKeyDown={moveFocus}>
      <TextField
        type="search"
        label={t('newMessage.find')}
        hint={t('newMessage.hint')}
        autoComplete="off"
        autoFocus
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={openFirst}
      />
      <p role="status" className="visually-hidden">
        {isComplete && t('newMessage.found', { count: people.length })}
      </p>
      {people.length > 0 && (
        <ul ref={list} className={styles.people} aria-label={t('newMessage.people')}>
          {people.map((person) => (
            <PersonLink key={person.id} person={person} onChosen={onChosen} />
          ))}
        </ul>
      )}
      <PeopleMessage {...search} isEmpty={people.length === 0} />
    </div>
  );
}

/** Button and dialog that find a profile to write to. */
export function NewMessage() {
  const { t } = useTranslation('conversations');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        variant="soft"
        icon={<SquarePen size={16} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {t('newMessage.title')}
      </Button>
      <Dialog open={isOpen} title={t('newMessage.title')} onClose={() => setIsOpen(false)}>
        <PeopleSearch onChosen={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}
