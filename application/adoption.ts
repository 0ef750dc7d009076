import { adoptionDecider } from '../domain/adoption/decide.ts';
import type { AdoptionForm } from '../domain/adoption/rules.ts';
import type { CommandContext, Handler, ResultOf } from '../domain/handle.ts';
import type { AccountId, AdoptionId } from '../domain/kernel/ids.ts';
import type { FocalPoint } from '../domain/kernel/picture.ts';
import { handleAndDeletePicture, handleWithPicture, type PictureDependencies } from './pictures.ts';

interface NewAnimal {
  readonly adoptionId: AdoptionId;
  readonly ownerId: AccountId;
  readonly form: AdoptionForm;
  readonly imageBase64: string;
  readonly imageFocus?: FocalPoint | undefined;
}

/** Offers an animal for adoption. */
export const offerAnimal = (
  dependencies: PictureDependencies & { readonly handler: Handler },
  { adoptionId, ownerId, form, ...picture }: NewAnimal,
  context: CommandContext,
): Promise<ResultOf<typeof adoptionDecider>> =>
  handleWithPicture(dependencies, { subjectId: adoptionId, ownerId, ...picture }, (reference) =>
    dependencies.handler.handle(
      adoptionDecider,
      adoptionId,
      { type: 'OfferAnimal', adoptionId, ownerId, form, ...reference },
      context,
    ),
  );

/** Removes an animal, then deletes its picture; see `handleAndDeletePicture`. */
export async function removeAnimal(
  { handler, privateData }: Omit<PictureDependencies, 'pictures'> & { readonly handler: Handler },
  accountId: AccountId,
  adoptionId: AdoptionId,
  context: CommandContext,
): Promise<ResultOf<typeof adoptionDecider>> {
  const { state } = await handler.load(adoptionDecider, adoptionId);
  const isOwner = state.status !== 'NONE' && state.ownerId === accountId;
  const removeCommand = { type: 'RemoveAdoption', adoptionId, accountId } as const;
  return handleAndDeletePicture({ privateData }, isOwner ? adoptionId : null, () =>
    handler.handle(adoptionDecider, adoptionId, removeCommand, context),
  );
}
