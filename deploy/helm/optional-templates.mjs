// The templates of the optional objects: network policies, scalers, disruption budgets, and the Prometheus operator's
// ServiceMonitor and PrometheusRule.

import { PART_OF_KURZ } from './source-manifests.mjs';
import { entriesIf, entriesOf, expression, itemLines, linesAsKeys, templateOf } from './template-marks.mjs';

/** Each service's scaler. `replicas` is set only when the scaler is off. */
export const SCALED_BY = { redirector: 'autoscaling', ingester: 'keda', api: 'autoscaling' };

/** The minimum number of a service's pods, as an expression. */
export function leastPodsOf(name) {
  const values = `$.Values.${name}`;
  const scaler = `${values}.${SCALED_BY[name]}`;
  return `int (ternary ${scaler}.minReplicas ${values}.replicas ${scaler}.enabled)`;
}

/** The value that holds the ports of a policy's stores. */
export const PORTS_OF = {
  'to-postgres-and-redis': 'postgresAndRedis',
  'to-kafka': 'kafka',
  'to-clickhouse': 'clickhouse',
};

/** Whether a rule leads to private networks, which the values then replace. */
const isStores = (to) =>
  to?.every(({ ipBlock }) => ipBlock) && to.some(({ ipBlock }) => ipBlock.cidr === '10.0.0.0/8');

const ruleToStores = (rule, ports) => ({
  ...rule,
  to: itemLines(
    '{{- range $.Values.networkPolicies.storeNetworks }}',
    '- ipBlock: { cidr: {{ . | quote }} }',
    '{{- end }}',
  ),
  ports: itemLines(
    `{{- range $.Values.networkPolicies.storePorts.${ports} }}`,
    '- port: {{ int . }}',
    '{{- end }}',
  ),
});

/** Selects namespaces by the labels in the values. */
const ruleFrom = (rule) => {
  if (!rule.from[0].namespaceSelector) return rule;
  const role = rule.from[0].namespaceSelector.matchLabels['kurz.example/role'];
  const matchLabels = entriesOf(`$.Values.networkPolicies.${role}Namespace`);
  return { ...rule, from: [{ namespaceSelector: { matchLabels } }] };
};

export const networkPoliciesTemplate = (policies) =>
  templateOf(
    policies.map((policy) => {
      const { ingress, egress, ...spec } = policy.spec;
      return {
        ...policy,
        spec: {
          ...spec,
          ...(ingress && { ingress: ingress.map(ruleFrom) }),
          ...(egress && {
            egress: egress.map((rule) =>
              isStores(rule.to) ? ruleToStores(rule, PORTS_OF[policy.metadata.name]) : rule,
            ),
          }),
        },
      };
    }),
    '$.Values.networkPolicies.enabled',
  );

function autoscalerOf(document) {
  const values = `$.Values.${document.spec.scaleTargetRef.name}.autoscaling`;
  const { metrics, ...spec } = document.spec;
  const [{ resource, ...metric }] = metrics;
  const target = { ...resource.target, averageUtilization: expression(`${values}.cpuPercent`) };
  return {
    ...document,
    spec: {
      ...spec,
      minReplicas: expression(`${values}.minReplicas`),
      maxReplicas: expression(`${values}.maxReplicas`),
      metrics: [{ ...metric, resource: { ...resource, target } }],
    },
  };
}

const KEDA = '$.Values.ingester.keda';
const setting = (name) => `$.Values.settings.KURZ_KAFKA_${name}`;

/** The services' Kafka settings in KEDA's terms, with the services' defaults. */
const triggerOf = ({ authenticationRef, ...trigger }) => ({
  ...trigger,
  metadata: {
    ...trigger.metadata,
    bootstrapServers: expression(`${setting('BROKERS')} | quote`),
    topic: expression(`${setting('TOPIC')} | default "kurz.clicks" | quote`),
    lagThreshold: expression(`int64 ${KEDA}.lagThreshold | quote`),
    sasl: expression(
      `ternary (${setting('MECHANISM')} | default "scram-sha-512" | replace "scram-sha-" "scram_sha" | replace "plain" "plaintext") "none" ${KEDA}.sasl`,
    ),
    tls: expression(`ternary "disable" "enable" (eq (toString ${setting('SSL')}) "false")`),
  },
  ...entriesIf(`${KEDA}.sasl`, { authenticationRef }),
});

const scaledObjectOf = (document) => ({
  ...document,
  spec: {
    ...document.spec,
    minReplicaCount: expression(`${KEDA}.minReplicas`),
    maxReplicaCount: expression(`${KEDA}.maxReplicas`),
    fallback: { ...document.spec.fallback, replicas: expression(`${KEDA}.fallbackReplicas`) },
    triggers: document.spec.triggers.map(triggerOf),
  },
});

const SECRET = expression('$.Values.ingester.existingSecret | default $.Values.existingSecret');
const authenticationOf = (document) => ({
  ...document,
  spec: { secretTargetRef: document.spec.secretTargetRef.map((one) => ({ ...one, name: SECRET })) },
});

export function scalingTemplate(documents) {
  const autoscalers = documents.filter(({ kind }) => kind === 'HorizontalPodAutoscaler');
  const [scaledObject] = documents.filter(({ kind }) => kind === 'ScaledObject');
  const [authentication] = documents.filter(({ kind }) => kind === 'TriggerAuthentication');
  return [
    ...autoscalers.map((document) =>
      templateOf(
        [autoscalerOf(document)],
        `$.Values.${document.spec.scaleTargetRef.name}.autoscaling.enabled`,
      ),
    ),
    templateOf([scaledObjectOf(scaledObject)], `${KEDA}.enabled`),
    templateOf([authenticationOf(authentication)], `and ${KEDA}.enabled ${KEDA}.sasl`),
  ].join('---\n');
}

/** Kubernetes rounds a percentage up: 66 % of two pods are both pods, and their nodes could never be drained. */
const refusalOfFull = (name) => `{{- $least := ${leastPodsOf(name)} }}
{{- $share := toString $.Values.${name}.podDisruptionBudget.minAvailable }}
{{- $left := ternary (div (add (mul (int (trimSuffix "%" $share)) $least) 99) 100) (int $share) (hasSuffix "%" $share) }}
{{- if ge (int $left) $least }}{{ fail (printf "${name}.podDisruptionBudget: minAvailable %s of %d pods lets none go, so that no node with one is ever drained" $share $least) }}{{ end }}
`;

export const disruptionBudgetsTemplate = (documents) =>
  documents
    .map((document) => {
      const { name } = document.metadata;
      const values = `$.Values.${name}.podDisruptionBudget`;
      const spec = { ...document.spec, minAvailable: expression(`${values}.minAvailable`) };
      return `{{- if ${values}.enabled }}\n${refusalOfFull(name)}${templateOf([{ ...document, spec }])}{{- end }}\n`;
    })
    .join('---\n');

/** An object of the Prometheus operator. `values`: the path of its values, which have the labels. */
const ofPrometheus = (kind, values, spec) => ({
  apiVersion: 'monitoring.coreos.com/v1',
  kind,
  metadata: { name: 'kurz', labels: { ...PART_OF_KURZ, ...entriesOf(`${values}.labels`) } },
  spec,
});

export function serviceMonitorTemplate(withMetadata) {
  const values = '$.Values.serviceMonitor';
  const monitor = ofPrometheus('ServiceMonitor', values, {
    selector: { matchLabels: PART_OF_KURZ },
    endpoints: [
      {
        port: 'operations',
        interval: expression(`${values}.interval`),
        relabelings: [
          { sourceLabels: ['__meta_kubernetes_pod_label_app_kubernetes_io_name'], targetLabel: 'job' },
          { sourceLabels: ['__meta_kubernetes_pod_name'], targetLabel: 'instance' },
        ],
      },
    ],
  });
  return templateOf([withMetadata(monitor)], `${values}.enabled`);
}

/** The alerts are a file of the chart, because Helm reads its files as plain text and not as templates. */
export const ALERTS = 'files/alerts.yml';

export function prometheusRuleTemplate(withMetadata) {
  const values = '$.Values.prometheusRule';
  const alerts = linesAsKeys([`{{- $.Files.Get "${ALERTS}" | nindent {{N}} }}`]);
  return templateOf([withMetadata(ofPrometheus('PrometheusRule', values, alerts))], `${values}.enabled`);
}
