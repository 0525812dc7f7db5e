/** Builds CMP_EVENT events: `docs/service.md` §6.1 to §6.4. The envelope is COMPLETED even if every resource failed. */
import type { Subscription } from '../fleet/fields.ts';
import type { Random } from '../random.ts';
import type { RequestedChange, ResourceFailure } from '../model/subscription-changes.ts';
import type { ServiceModel } from '../model/service-model.ts';

/** A request as created. The result of each resource is decided when the request is carried out. */
export interface ConnectivityRequest {
  readonly id: string;
  readonly change: RequestedChange;
  readonly createdBy: string;
  readonly createdAt: number;
  /** Rows of the fleet without duplicates, all of one company. */
  readonly rows: readonly number[];
  /** Number of resources that `size` includes but that are neither counted nor listed. */
  readonly unaccounted?: number;
}

interface Resource {
  readonly subscription: Subscription;
  readonly failure: ResourceFailure | null;
}

export interface ConnectivityMessage {
  readonly operation: 'CHANGE_SUBSCRIPTIONSTATE' | 'CHANGE_SUBSCRIPTIONPACKAGE';
  readonly state: 'COMPLETED';
  readonly detailedMessage: Readonly<Record<string, unknown>>;
}

const failureInfo = (failure: ResourceFailure) => ({
  errorObject: { errorCode: failure.errorCode, errorMessage: failure.errorMessage },
  errorType: 'DCP_ERROR',
});

const instant = (at: number) => ({ epochSecond: Math.floor(at / 1000), nano: (at % 1000) * 1_000_000 });

export function carryOut(request: ConnectivityRequest, model: ServiceModel, random: Random): ConnectivityMessage {
  const { change } = request;
  const at = model.now();
  const resources = request.rows.map((row): Resource => {
    const subscription = model.fleet.subscription(row);
    return { subscription, failure: model.change(row, change) };
  });
  const failures = resources.flatMap((resource) => (resource.failure === null ? [] : [resource.failure]));
  const distinctFailures = [...new Map(failures.map((failure) => [failure.errorMessage, failure])).values()];
  const operation = change.kind === 'state' ? 'CHANGE_SUBSCRIPTIONSTATE' : 'CHANGE_SUBSCRIPTIONPACKAGE';
  const company = resources[0]?.subscription;
  return {
    operation,
    state: 'COMPLETED',
    detailedMessage: {
      subscriptionRequestId: request.id,
      subscriptionRequestType: operation,
      subscriptionRequestState: failures.length === 0 ? 'COMPLETED' : 'COMPLETED_WITH_FAILURES',
      createdBy: request.createdBy,
      companyId: company?.companyId ?? '',
      companyName: company?.companyName ?? '',
      timeCreated: instant(request.createdAt),
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

function resourceItem({ subscription, failure }: Resource, change: RequestedChange, random: Random) {
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
