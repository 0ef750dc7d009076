import { PageHeading } from '../../ui/index.ts';

/** /new-post/lost-pet: the place of what is to come. */
export function LostPetPage() {
  return <PageHeading>Lost pet</PageHeading>;
}
