/** The signals to send, by the standard `OTEL_*` variables. Nothing is sent by default. */
type Environment = Readonly<Record<string, string | undefined>>

type Protocol = 'http/protobuf' | 'http/json'

export interface Signal {
  readonly protocol: Protocol
  /** The receiver, without secrets in its address. */
  readonly receiver: string
}

export interface Signals {
  readonly traces?: Signal
  readonly metrics?: Signal
  /** Requested settings that are not supported. */
  readonly problems: readonly string[]
}

const DEFAULT_RECEIVER = 'http://localhost:4318'

export function signalsIn(environment: Environment): Signals {
  if (environment.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true') return { problems: [] }
  const traces = signalIn(environment, 'TRACES')
  const metrics = signalIn(environment, 'METRICS')
  return {
    ...(typeof traces === 'object' ? { traces } : {}),
    ...(typeof metrics === 'object' ? { metrics } : {}),
    problems: [...new Set([traces, metrics])].filter((one) => typeof one === 'string'),
  }
}

/** The signal, nothing if it is not requested, or why it cannot be sent. */
function signalIn(
  environment: Environment,
  name: 'TRACES' | 'METRICS',
): Signal | string | undefined {
  const isOff = variable(environment, 'OTEL_TRACES_SAMPLER') === 'always_off'
  if (name === 'TRACES' && isOff) return undefined
  const asked = variable(environment, `OTEL_${name}_EXPORTER`)
  const endpoint =
    variable(environment, `OTEL_EXPORTER_OTLP_${name}_ENDPOINT`) ??
    variable(environment, 'OTEL_EXPORTER_OTLP_ENDPOINT')
  const exporters = asked?.split(',').map((one) => one.trim())
  if (exporters === undefined ? endpoint === undefined : exporters.includes('none'))
    return undefined
  if (exporters !== undefined && !exporters.includes('otlp'))
    return `OTEL_${name}_EXPORTER is ${JSON.stringify(asked)}; only otlp and none are known.`
  const receiver = URL.parse(endpoint ?? DEFAULT_RECEIVER)
  if (receiver === null || !/^https?:$/.test(receiver.protocol))
    return 'The OTLP endpoint is no address that begins with http:// or https://.'
  const protocol = protocolIn(environment, name)
  if (protocol === undefined)
    return 'OTEL_EXPORTER_OTLP_PROTOCOL is neither http/protobuf nor http/json.'
  return { protocol, receiver: receiver.origin }
}

function protocolIn(environment: Environment, name: string): Protocol | undefined {
  const asked =
    variable(environment, `OTEL_EXPORTER_OTLP_${name}_PROTOCOL`) ??
    variable(environment, 'OTEL_EXPORTER_OTLP_PROTOCOL') ??
    'http/protobuf'
  return asked === 'http/protobuf' || asked === 'http/json' ? asked : undefined
}

/** By the standard, an empty variable is not set. */
function variable(environment: Environment, name: string): string | undefined {
  const value = environment[name]?.trim()
  return value === '' ? undefined : value
}
