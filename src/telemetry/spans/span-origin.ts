import {
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources'
import type { EventOf } from '../../model/event.ts'
import type { SpanOrigin } from './readable-span.ts'

/** Where a run's spans come from; `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` say it better. */
export function spanOrigin({ run, version, trace }: EventOf<'run-started'>): SpanOrigin {
  const own = resourceFromAttributes({
    'service.name': 'agentos',
    'service.version': version,
    'service.instance.id': run,
  })
  const detectors = [resourceAttributesEnvDetector, serviceNameEnvDetector]
  return {
    resource: own.merge(detectResources({ detectors })),
    version,
    trace,
    ...(trace.parentSpanId === undefined ? {} : { remoteParent: trace.parentSpanId }),
  }
}
