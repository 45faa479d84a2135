/** What Discord's refusals are about, by their codes. */
import { RESTJSONErrorCodes } from 'discord-api-types/v10';
import { failureOf } from './discord-rest.ts';
import type { Refused } from './say-refusal.ts';

/** Refusals that are about one message, and say nothing about the channel. */
export const ABOUT_THE_MESSAGE: readonly number[] = [
  RESTJSONErrorCodes.CannotEditMessageAuthoredByAnotherUser,
  RESTJSONErrorCodes.CannotExecuteActionOnSystemMessage,
  RESTJSONErrorCodes.MessageWasBlockedByAutomaticModeration,
  RESTJSONErrorCodes.TitleWasBlockedByAutomaticModeration,
  RESTJSONErrorCodes.MessageBlockedByHarmfulLinksFilter,
];

/** What Discord doesn't say: it shows an empty history instead. */
export const HISTORY_CLOSED: Refused = {
  kind: 'refused',
  status: 403,
  code: RESTJSONErrorCodes.MissingPermissions,
  says: '',
};

/** Discord is busy, which is no refusal. */
export const BUSY: readonly number[] = [
  RESTJSONErrorCodes.APIResourceOverloaded,
  RESTJSONErrorCodes.ServiceResourceIsBeingRateLimited,
  RESTJSONErrorCodes.FeatureTemporarilyDisabledServerSide,
  RESTJSONErrorCodes.CloudflareIsBlockingYourRequest,
];

/** Discord says no, and will say so again; other failures pass. */
export function isRefused(error: unknown): boolean {
  const failure = failureOf(error);
  return failure.kind === 'refused' && !BUSY.includes(failure.code);
}
