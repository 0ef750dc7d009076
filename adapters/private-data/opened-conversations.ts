import type { Pool } from 'pg';
import type { OpenedConversations } from '../../domain/ports/opened-conversations.ts';

/** Creates a store in PostgreSQL for opened conversations. Deleting a member's private data also deletes them. */
export function createOpenedConversationStore(pool: Pool): OpenedConversations {
  return {
    async add({ youngerId, olderId, conversationId }) {
      await pool.query({
        name: 'add-opened-conversation',
        text: `INSERT INTO private.opened_conversations (younger_id, conversation_id, older_id)
               SELECT younger.account_id, $2, older.account_id FROM private.accounts younger, private.accounts older
               WHERE younger.account_id = $1 AND older.account_id = $3 ON CONFLICT DO NOTHING`,
        values: [youngerId, conversationId, olderId],
      });
    },

    async findOlderMember(youngerId, conversationId) {
      const { rows } = await pool.query<{ older_id: string }>({
        name: 'older-member',
        text: 'SELECT older_id FROM private.opened_conversations WHERE younger_id = $1 AND conversation_id = $2',
        values: [youngerId, conversationId],
      });
      return rows[0]?.older_id ?? null;
    },
  };
}
