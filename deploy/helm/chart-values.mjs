// The values that an operator may choose, each with its comment, its default (from the base) and its schema.
// values-files.mjs writes them.

import { PORTS_OF } from './optional-templates.mjs';
import { podSpecOf, splitArguments, splitEnvironment, workloadOf } from './source-manifests.mjs';

const value = (comment, byDefault, schema) => ({ comment, byDefault, schema });
const group = (comment, fields) => ({ comment, fields });

const TEXT = { type: 'string' };
const NAME = { type: 'string', minLength: 1 };
const SWITCH = { type: 'boolean' };
const COUNT = { type: 'integer', minimum: 1 };
const MAP = { type: 'object' };
const TEXTS = { type: 'object', additionalProperties: TEXT };
// a rule without a label would match every namespace, and one without a network every address
const NAMESPACE = { ...TEXTS, minProperties: 1 };
const NETWORKS = { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1 };
const PORTS = { type: 'array', items: { type: 'integer', minimum: 1, maximum: 65_535 }, minItems: 1 };
const OBJECTS = { type: 'array', items: MAP };
const QUANTITY = { type: 'string', pattern: '^[0-9]+(\\.[0-9]+)?([KMGTP]i?|m|k)?$' };
const SHARE = { type: ['string', 'integer'], pattern: '^[0-9]+%$', minimum: 0 };
const SECRET_NAME = { type: 'string', pattern: '^([a-z0-9]([a-z0-9.-]*[a-z0-9])?)?$' };

const containerOf = (document) => podSpecOf(document).containers[0];

/** Names that further variables must not have, because the chart sets them or a secret holds their values. */
const takenNames = (documents) => {
  const names = documents.flatMap((document) => containerOf(document).env.map(({ name }) => name));
  return [...new Set(names.flatMap((name) => [name, name.replace(/_FILE$/, '')]))].sort();
};

const environmentSchema = (taken) => ({
  type: 'array',
  items: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_]*$', not: { enum: taken } },
      value: TEXT,
      valueFrom: MAP,
    },
    additionalProperties: false,
  },
});

const settingsSchema = (forbidden) => ({
  type: 'object',
  propertyNames: { pattern: '^[A-Z][A-Z0-9_]*$', not: { enum: forbidden } },
  // YAML would read 604800000 as a number, which Helm prints as 6.048e+08
  additionalProperties: TEXT,
});

/** A label that a selector matches must not be changed. */
const labelsSchema = ({ metadata }) => ({
  ...TEXTS,
  propertyNames: { not: { enum: Object.keys(metadata.labels) } },
});

/** The values of every pod. `documents`: the documents whose containers share these values. */
function podFields(documents) {
  const settings = Object.assign({}, ...documents.map((one) => splitEnvironment(containerOf(one)).settings));
  const taken = takenNames(documents);
  const fixed = taken.filter((name) => !(name in settings));
  return {
    existingSecret: value('a separate Secret; empty: the top-level existingSecret', '', SECRET_NAME),
    settings: value('settings of these pods only', settings, settingsSchema(fixed)),
    extraEnv: value(
      'more environment variables, also from Secrets: name with value or valueFrom',
      [],
      environmentSchema(taken),
    ),
    extraEnvFrom: value('whole Secrets and ConfigMaps as variables: secretRef or configMapRef', [], OBJECTS),
    resources: value('', containerOf(documents[0]).resources, MAP),
    extraVolumes: value('such as a database of countries for KURZ_GEO_DB', [], OBJECTS),
    extraVolumeMounts: value('', [], OBJECTS),
    nodeSelector: value('', {}, TEXTS),
    tolerations: value('', [], OBJECTS),
    priorityClassName: value('', '', TEXT),
    affinity: value('replaces the default of a service, which prefers a node for each pod', {}, MAP),
  };
}

function serviceFields(document, budget) {
  const { replicas, template } = document.spec;
  return {
    replicas: value('number of pods while no scaler is enabled', replicas, COUNT),
    ...podFields([document]),
    podAnnotations: value('', {}, TEXTS),
    podLabels: value('in addition to the labels that selectors match', {}, labelsSchema(template)),
    terminationGracePeriodSeconds: value(
      'covers 8 s of preStop, KURZ_PRE_STOP_MS and KURZ_STOP_MS',
      template.spec.terminationGracePeriodSeconds,
      COUNT,
    ),
    podDisruptionBudget: group('pods that must stay while nodes are drained: fewer than there are', {
      enabled: value('', false, SWITCH),
      minAvailable: value('', budget.spec.minAvailable, SHARE),
    }),
  };
}

const autoscalingOf = ({ spec }) =>
  group('by CPU; needs a metrics server', {
    enabled: value('', false, SWITCH),
    minReplicas: value('', spec.minReplicas, COUNT),
    maxReplicas: value('', spec.maxReplicas, COUNT),
    cpuPercent: value('', spec.metrics[0].resource.target.averageUtilization, COUNT),
  });

const kedaOf = ({ spec }) =>
  group('by the lag of the consumer groups; needs KEDA', {
    enabled: value('', false, SWITCH),
    minReplicas: value('', spec.minReplicaCount, COUNT),
    maxReplicas: value('at most the number of partitions', spec.maxReplicaCount, COUNT),
    fallbackReplicas: value(
      "while KEDA cannot reach Kafka: as many pods as a day's peak needs",
      spec.fallback.replicas,
      COUNT,
    ),
    sasl: value('false: Kafka requires no user name and password', true, SWITCH),
    lagThreshold: value('', Number(spec.triggers[0].metadata.lagThreshold), COUNT),
  });

const journalOf = ({ spec }) =>
  group('keeps visits until Kafka has them', {
    persistence: value(
      'a volume for each pod; without it, a removed pod loses its unshipped visits',
      true,
      SWITCH,
    ),
    size: value(
      'at least 5 % more than KURZ_JOURNAL_MAX_BYTES',
      spec.volumeClaimTemplates[0].spec.resources.requests.storage,
      QUANTITY,
    ),
    storageClassName: value("empty: the cluster's default", '', TEXT),
  });

const networkPoliciesOf = (policies) => {
  const ruleOf = (name) => policies.find(({ metadata }) => metadata.name === name).spec.egress[0];
  const stores = ruleOf('to-kafka').to;
  return group('denies all traffic of the namespace except what Kurz needs', {
    enabled: value('', true, SWITCH),
    ingressNamespace: value(
      "labels of the TLS front's namespace",
      { 'kurz.example/role': 'ingress' },
      NAMESPACE,
    ),
    monitoringNamespace: value(
      "labels of Prometheus's namespace",
      { 'kurz.example/role': 'monitoring' },
      NAMESPACE,
    ),
    storeNetworks: value(
      'networks of the stores',
      stores.map(({ ipBlock }) => ipBlock.cidr),
      NETWORKS,
    ),
    storePorts: group(
      'ports of the stores, including poolers and sentinels',
      Object.fromEntries(
        Object.entries(PORTS_OF).map(([policy, name]) => [
          name,
          value(
            '',
            ruleOf(policy).ports.map(({ port }) => port),
            PORTS,
          ),
        ]),
      ),
    ),
  });
};

/** `manifests` and `settings` as source-manifests.mjs reads them. */
export function chartValues(manifests, settings) {
  const service = (name) => workloadOf(manifests[name]);
  const budget = (name) => manifests.disruptionBudgets.find(({ metadata }) => metadata.name === name);
  const scaler = (name) => manifests.scaling.find(({ metadata }) => metadata.name === name);
  const jobs = [...manifests.jobs, ...manifests.journalDrain, ...manifests.doctor];
  const secrets = takenNames([...['redirector', 'ingester', 'api'].map(service), ...jobs]).filter((name) =>
    /URL|PEPPER|SECRET|USERNAME|PASSWORD/.test(name),
  );
  return {
    image: group("the image of a release; digest wins over tag, whose default is the chart's version", {
      repository: value('', 'example.com/kurz', NAME),
      tag: value('', '', TEXT),
      digest: value('', '', { type: 'string', pattern: '^(sha256:[0-9a-f]{64})?$' }),
      pullPolicy: value('', 'Always', { enum: ['Always', 'IfNotPresent', 'Never'] }),
    }),
    imagePullSecrets: value('', [], OBJECTS),
    serviceAccount: group('no pod uses the Kubernetes API', {
      annotations: value('such as the role of a cloud whose stores require one', {}, TEXTS),
    }),
    podSecurityContext: value(
      'applies to all pods; null removes a field; OpenShift needs runAsUser, runAsGroup and fsGroup removed',
      service('api').spec.template.spec.securityContext,
      MAP,
    ),
    securityContext: value('applies to all containers', containerOf(service('api')).securityContext, MAP),
    existingSecret: value(
      'the Secret of addresses and passwords; deploy/make-secrets.sh --cluster makes a file for each key',
      'kurz-secrets',
      { ...SECRET_NAME, minLength: 1 },
    ),
    settings: value(
      'settings of all services, as strings; docs/operating.md lists them',
      settings,
      settingsSchema(secrets),
    ),
    redirector: group('answers short links', {
      ...serviceFields(service('redirector'), budget('redirector')),
      autoscaling: autoscalingOf(scaler('redirector')),
      zoneSpread: value('DoNotSchedule: a lost zone never takes down most redirectors', 'ScheduleAnyway', {
        enum: ['ScheduleAnyway', 'DoNotSchedule'],
      }),
      journal: journalOf(service('redirector')),
    }),
    ingester: group('counts visits', {
      ...serviceFields(service('ingester'), budget('ingester')),
      keda: kedaOf(scaler('ingester')),
    }),
    api: group('/v1, /x and the web app', {
      ...serviceFields(service('api'), budget('api')),
      autoscaling: autoscalingOf(scaler('api')),
    }),
    jobs: group('migrate and topics, hooks before each install and upgrade', {
      enabled: value('', true, SWITCH),
      ...podFields(jobs),
    }),
    journalDrain: group('ships the journals of removed redirectors; a hook after each install and upgrade', {
      ordinals: value('5 for redirector-5; remove it afterwards', [], {
        type: 'array',
        items: { type: 'integer', minimum: 1 },
        uniqueItems: true,
      }),
    }),
    doctor: group('`helm test` examines the installation; the other values of its pod are under jobs', {
      operations: value(
        "addresses of the services' operations ports",
        splitArguments(containerOf(manifests.doctor[0])).addresses,
        { type: 'array', items: { type: 'string', pattern: '^https?://' }, minItems: 1 },
      ),
      existingSecret: value('a separate Secret; empty: the top-level existingSecret', '', SECRET_NAME),
      public: value('also requests KURZ_APP_URL through the internet', false, SWITCH),
      probe: value('a workspace in which a link is created, visited, counted and deleted', '', TEXT),
    }),
    serviceMonitor: group('for the Prometheus operator', {
      enabled: value('', false, SWITCH),
      interval: value('', '15s', NAME),
      labels: value('labels by which Prometheus selects this object', {}, TEXTS),
    }),
    prometheusRule: group('the alerts of deploy/prometheus/alerts.yml, for the Prometheus operator', {
      enabled: value('', false, SWITCH),
      labels: value('labels by which Prometheus selects this object', {}, TEXTS),
    }),
    networkPolicies: networkPoliciesOf(manifests.networkPolicies),
  };
}
