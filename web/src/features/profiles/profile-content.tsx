import { Sprout } from 'lucide-react';
import { Card, EmptyState } from '../../ui/index.ts';
import { Campaigns } from './campaigns.tsx';
import type { Content } from './contents.ts';
import { Followers, Following } from './profile-rows.tsx';
import { Publications } from './publications.tsx';

function Later({ children }: { readonly children: string }) {
  return (
    <Card>
      <EmptyState icon={<Sprout size={36} />}>{children}</EmptyState>
    </Card>
  );
}

/** What the address asks to see of a profile. */
export function ProfileContent({
  nickname,
  content,
}: {
  readonly nickname: string;
  readonly content: Content;
}) {
  switch (content) {
    case 'publications':
      return <Publications nickname={nickname} />;
    case 'followers':
      return <Followers nickname={nickname} />;
    case 'following':
      return <Following nickname={nickname} />;
    case 'adopt':
      return <Later>Animals for adoption will be shown here soon.</Later>;
    case 'crowdfundings':
      return <Campaigns nickname={nickname} />;
  }
}
