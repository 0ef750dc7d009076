import { useEffect, useRef, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Navigate } from 'react-router-dom';
import { openThread } from '../../api/conversations.ts';
import type { AppDispatch } from '../../api/state.ts';
import { useEntity } from '../../api/stored-entities.ts';
import { useTranslation } from '../../i18n/index.ts';
import { useDraft } from '../../shared/draft.ts';
import { UnhideButton } from '../../shared/hiding/unhide-button.tsx';
import { useHiding } from '../../shared/hiding/use-hiding.tsx';
import { ProfileLink } from '../../shared/profile-link/profile-link.tsx';
import { selectIsConnected, selectThread, type Thread, threadClosed } from '../../state/messaging.ts';
import { useUser } from '../../state/session.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Avatar, classNames, ErrorState, Loading, PageHeading, truncate } from '../../ui/index.ts';
import { AttachedAnimal, useContactAnimal, useLinkedAnimalId } from './attached-animal.tsx';
import { Composer } from './composer.tsx';
import styles from './conversations.module.css';
import { MessageAnnouncer } from './message-announcer.tsx';
import { MessageList } from './message-list.tsx';
import { TypingLine } from './typing-line.tsx';

interface ChatPageProps {
  /** Id of the profile or conversation, in upper or lower case. */
  readonly receiverId: string;
  readonly isBesideList?: boolean;
}

/** The chat with a profile. Redirects if the profile is the current user's. */
export function ChatPage({ receiverId, isBesideList = false }: ChatPageProps) {
  const id = receiverId.toLowerCase();
  const userId = useUser()?.id;
  if (id === userId) return <Navigate to="/conversations" replace />;
  return <Chat key={`${userId} ${id}`} receiverId={id} isBesideList={isBesideList} />;
}

/**
 * Opens the thread for the current URL, which contains the id of the other participant or of the conversation. Never
 * returns the thread of a previously opened chat.
 */
function useThread(id: string) {
  const dispatch = useDispatch<AppDispatch>();
  const open = useSelector(selectThread);
  const [error, setError] = useState<unknown>(null);
  const [tryCount, setTryCount] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each try sends a new request.
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    let isRequested = false;
    setError(null);
    // Loading a chat marks it as read, so a hidden tab loads it only when the tab is shown.
    const openWhenVisible = () => {
      if (isRequested || document.hidden) return;
      isRequested = true;
      dispatch(openThread(id, signal)).catch((failure) => signal.aborted || setError(failure));
    };
    document.addEventListener('visibilitychange', openWhenVisible);
    openWhenVisible();
    return () => {
      document.removeEventListener('visibilitychange', openWhenVisible);
      leaving.abort();
      dispatch(threadClosed());
    };
  }, [dispatch, id, tryCount]);

  const thread = open && [open.withId, open.conversationId].includes(id) ? open : null;
  return { thread, error, retry: () => setTryCount(tryCount + 1) };
}

/** Replaces the text field while the user blocks the other participant. */
function BlockedLine({ thread: { withId: id, withName: profileName } }: { readonly thread: Thread }) {
  const { t } = useTranslation('conversations', 'hiding');
  const hiding = useHiding({ id, profileName });
  return (
    <div className={styles.closed}>
      <p>{t('hiding:blocked')}</p>
      <UnhideButton kind="block" profileName={profileName} hiding={hiding} />
    </div>
  );
}

function OpenChat({ thread }: { readonly thread: Thread }) {
  const { t } = useTranslation('conversations');
  const [draft, setDraft] = useDraft(`chat:${thread.withId}`);
  const field = useRef<HTMLTextAreaElement>(null);

  const restoreDraft = (text: string) => {
    setDraft([text, draft].filter(Boolean).join('\n'));
    field.current?.focus();
  };

  const isBlocked = useEntity('profile', thread.withId)?.isBlocked;
  const linkedAnimalId = useLinkedAnimalId();
  const animalId = linkedAnimalId ?? thread.animalId;

  return (
    <>
      {animalId && <AttachedAnimal key={animalId} id={animalId} />}
      <MessageAnnouncer thread={thread} />
      <MessageList thread={thread} onWithdraw={restoreDraft} />
      <TypingLine profileId={thread.withId} name={thread.withName} />
      {thread.isClosed ? (
        <p className={styles.closed}>{t('closed')}</p>
      ) : isBlocked ? (
        <BlockedLine thread={thread} />
      ) : (
        <Composer thread={thread} draft={draft} onDraft={setDraft} field={field} />
      )}
    </>
  );
}

function Chat({ receiverId, isBesideList }: Required<ChatPageProps>) {
  const { t } = useTranslation('conversations', 'shared');
  const { thread, error, retry } = useThread(receiverId);
  useContactAnimal(receiverId);
  const isConnected = useSelector(selectIsConnected);
  const nickname = thread && !thread.isClosed ? thread.withNickname : '';

  return (
    <div className={classNames(styles.chat, isBesideList && styles.besideList)}>
      <div className={styles.head}>
        {!isBesideList && <BackLink to="/conversations">{t('title')}</BackLink>}
        <div className={styles.who}>
          {thread && (
            <ProfileLink nickname={nickname} className={styles.toProfile}>
              <Avatar name={thread.withName} seed={thread.withId} picture={thread.withAvatar} size={40} />
              {nickname && <span className="visually-hidden">{t('profile', { name: thread.withName })}</span>}
            </ProfileLink>
          )}
          <PageHeading>{truncate(thread?.withName ?? t('title'))}</PageHeading>
        </div>
        {thread && !isConnected && <span className={styles.away}>{t('connecting')}</span>}
      </div>
      {thread ? (
        <OpenChat thread={thread} />
      ) : error ? (
        <ErrorState error={error} onRetry={retry}>
          {t('shared:failures.loadConversation')}
        </ErrorState>
      ) : (
        <Loading label={t('loadingMessages')} />
      )}
    </div>
  );
}
