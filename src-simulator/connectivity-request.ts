/**
 * CMP_EVENT events: `service-spec.md` "Connectivity request detailedMessage", "Connectivity requests" and
 * "Connectivity request failures". The envelope says COMPLETED even where every resource failed.
 */
import type { Subscription } from './fleet/fields.ts';
import type { Random } from './random.ts';

export type RequestedChange =
  | { readonly kind: 'state'; readonly target: string }
  | { readonly kind: 'package'; readonly target: string };

/** Failure of one resource; 70 and 73 are the codes the document shows. */
export interface ResourceFailure {
  readonly errorCode: string;
  readonly errorMessage: string;
}

interface RequestedResource {
  readonly subscription: Subscription;
  /** `null`: done. */
  readonly failure: ResourceFailure | null;
}

export interface ConnectivityRequest {
  readonly change: RequestedChange;
  readonly createdBy: string;
  readonly resources: readonly RequestedResource[];
  /** So many more are in `size`, and neither counted nor listed. */
  readonly unaccounted?: number;
}

export interface ConnectivityMessage {
  readonly operation: 'CHANGE_SUBSCRIPTIONSTATE' | 'CHANGE_SUBSCRIPTIONPACKAGE';
  readonly state: 'COMPLETED';
  readonly detailedMessage: Readonly<Record<string, unknown>>;
}

/** Why a subscription cannot make this change, or `null`. */
export function refusal(subscription: Subscription, change: RequestedChange): ResourceFailure | null {
  if (change.kind === 'package')
    return subscription.subscriptionPackage === change.target
      ? { errorCode: '73', errorMessage: 'Cannot move a subscription to the package it already belongs to' }
      : null;
  return subscription.state === change.target || subscription.state === 'DEACTIVATED'
    ? {
        errorCode: '70',
        errorMessage: `Cannot change the current subscription state ${subscription.state} to ${change.target}`,
      }
    : null;
}

const failureInfo = (failure: ResourceFailure) => ({
  errorObject: { errorCode: failure.errorCode, errorMessage: failure.errorMessage },
  errorType: 'DCP_ERROR',
});

const instant = (at: number) => ({ epochSecond: Math.floor(at / 1000), nano: (at % 1000) * 1_000_000 });

/** @param at UTC epoch ms of the result; the request was made a little earlier. */
export function connectivityMessage(request: ConnectivityRequest, at: number, random: Random): ConnectivityMessage {
  const { change, resources } = request;
  const failures = resources.flatMap((resource) => (resource.failure === null ? [] : [resource.failure]));
  const distinctFailures = [...new Map(failures.map((failure) => [failure.errorCode, failure])).values()];
  const operation = change.kind === 'state' ? 'CHANGE_SUBSCRIPTIONSTATE' : 'CHANGE_SUBSCRIPTIONPACKAGE';
  const company = resources[0]?.subscription;
  return {
    operation,
    state: 'COMPLETED',
    detailedMessage: {
      subscriptionRequestId: random.uuid(),
      subscriptionRequestType: operation,
      subscriptionRequestState: failures.length === 0 ? 'COMPLETED' : 'COMPLETED_WITH_FAILURES',
      createdBy: request.createdBy,
      companyId: company?.companyId ?? 'company-1000',
      companyName: company?.companyName ?? 'Nordwind Logistics',
      timeCreated: instant(at - random.integer(800, 9000)),
      lastUpdated: instant(at),
      size: resources.length + (request.unaccounted ?? 0),
      subscriptionRequestResourceCounters: {
        inProgress: 0,
        pending: 0,
        canceled: 0,
        rejected: 0,
        completed: resources.length - failures.length,
        failed: failures.length,
      },
      ...(failures.length > 0 && { subscriptionRequestFailureInfos: distinctFailures.map(failureInfo) }),
      subscriptionRequestResources: resources.map((resource) => resourceItem(resource, change, random)),
    },
  };
}

function resourceItem({ subscription, failure }: RequestedResource, change: RequestedChange, random: Random) {
  const operation = change.kind === 'state' ? 'SUBSCRIPTION_STATE_CHANGE' : 'SUBSCRIPTION_PACKAGE_CHANGE';
  const target = change.kind === 'state' ? 'TARGET_SUBSCRIPTION_STATE' : 'TARGET_SUBSCRIPTION_PACKAGE';
  return {
    resourceProperties: [
      { type: 'IMSI', value: subscription.imsi, operation },
      { type: 'MSISDN', value: subscription.msisdn, operation },
      { type: 'ICCID', value: subscription.iccid, operation },
      { type: target, value: change.target, operation },
    ],
    resourceState: failure === null ? 'COMPLETED' : 'FAILED',
    ...(failure !== null && { resourceFailureInfos: [failureInfo(failure)] }),
    resourceId: random.uuid(),
  };
}
