/** Classifies Discord's refusals by their codes. */
import { RESTJSONErrorCodes } from 'discord-api-types/v10';
import { failureOf } from './discord-rest.ts';
import type { Refused } from './say-refusal.ts';

/** Refusals about one message, not about the channel. */
export const ABOUT_THE_MESSAGE: readonly number[] = [
  RESTJSONErrorCodes.CannotEditMessageAuthoredByAnotherUser,
  RESTJSONErrorCodes.CannotExecuteActionOnSystemMessage,
  RESTJSONErrorCodes.MessageWasBlockedByAutomaticModeration,
  RESTJSONErrorCodes.TitleWasBlockedByAutomaticModeration,
  RESTJSONErrorCodes.MessageBlockedByHarmfulLinksFilter,
];

/** For a closed history: Discord shows an empty one instead of an error. */
export const HISTORY_CLOSED: Refused = {
  kind: 'refused',
  status: 403,
  code: RESTJSONErrorCodes.MissingPermissions,
  says: '',
};

/** Discord is busy, which isn't a refusal. */
export const BUSY: readonly number[] = [
  RESTJSONErrorCodes.APIResourceOverloaded,
  RESTJSONErrorCodes.ServiceResourceIsBeingRateLimited,
  RESTJSONErrorCodes.FeatureTemporarilyDisabledServerSide,
  RESTJSONErrorCodes.CloudflareIsBlockingYourRequest,
];

/** Whether Discord refuses permanently; other failures pass. */
export function isRefused(error: unknown): boolean {
  const failure = failureOf(error);
  return failure.kind === 'refused' && !BUSY.includes(failure.code);
}
