// The manifests of the base as templates of a Helm chart: a name of a file in `templates` and its text. Objects keep their
// names, so that a namespace holds one installation.

import {
  disruptionBudgetsTemplate,
  leastPodsOf,
  networkPoliciesTemplate,
  prometheusRuleTemplate,
  SCALED_BY,
  scalingTemplate,
  serviceMonitorTemplate,
} from './optional-templates.mjs';
import {
  entriesIf,
  entriesOf,
  entryOf,
  expression,
  itemLines,
  itemsOf,
  linesAsKeys,
  templateOf,
} from './template-marks.mjs';
import { PART_OF_KURZ, splitEnvironment, workloadOf } from './source-manifests.mjs';

const NAMES = `{{- define "kurz.labels" -}}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}
{{- define "kurz.image" -}}
{{ .Values.image.repository }}{{ if .Values.image.digest }}@{{ .Values.image.digest }}{{ else }}:{{ .Values.image.tag | default .Chart.AppVersion }}{{ end }}
{{- end }}
`;

const without = (entries, ...keys) =>
  Object.fromEntries(Object.entries(entries).filter(([key]) => !keys.includes(key)));

/** `hook`: annotations of a hook. */
const metadataOf = ({ name, labels, ...rest }, hook) => ({
  name,
  namespace: expression('$.Release.Namespace'),
  labels: { ...labels, ...linesAsKeys(['{{- include "kurz.labels" $ | nindent {{N}} }}']) },
  ...(hook && { annotations: hook }),
  ...rest,
});

const withMetadata = (document, hook) => ({
  ...document,
  metadata: metadataOf(document.metadata, hook),
});

/** A ServiceAccount with the annotations that the values have. */
function accountOf(document, hook) {
  const account = withMetadata(document, hook);
  const values = '$.Values.serviceAccount.annotations';
  const annotations = hook
    ? { annotations: { ...hook, ...entriesOf(values) } }
    : entryOf('annotations', values);
  return { ...account, metadata: { ...account.metadata, ...annotations } };
}

/** Jobs run before what they prepare is changed, with their own ServiceAccount and ConfigMap. */
const BEFORE = 'pre-install,pre-upgrade';
const hookOf = (when, weight, policy) => ({
  'helm.sh/hook': when,
  'helm.sh/hook-weight': String(weight),
  'helm.sh/hook-delete-policy': policy,
});

/** The entry `key` with what the values have, be it nothing. */
const valuesOf = (key, values) => ({ [key]: linesAsKeys([`{{- toYaml ${values} | nindent {{N}} }}`]) });

/** `values`: where the values of this container stand; `names`: its ConfigMap and its ServiceAccount. */
function podOf(pod, { values, settings, serviceAccount }) {
  const { containers, volumes } = pod;
  const { fixed } = splitEnvironment(containers[0]);
  const secret = expression(`${values}.existingSecret | default $.Values.existingSecret`);
  return {
    serviceAccountName: serviceAccount,
    ...entryOf('imagePullSecrets', '$.Values.imagePullSecrets'),
    ...entryOf('nodeSelector', `${values}.nodeSelector`),
    ...entryOf('tolerations', `${values}.tolerations`),
    ...entryOf('priorityClassName', `${values}.priorityClassName`),
    ...entryOf('affinity', `${values}.affinity`),
    ...(pod.affinity && entriesIf(`not ${values}.affinity`, { affinity: pod.affinity })),
    ...without(pod, 'affinity', 'containers', 'volumes', 'securityContext', 'serviceAccountName'),
    ...valuesOf('securityContext', '$.Values.podSecurityContext'),
    containers: [
      {
        ...without(containers[0], 'env', 'resources', 'securityContext'),
        ...valuesOf('securityContext', '$.Values.securityContext'),
        image: expression('include "kurz.image" $ | quote'),
        imagePullPolicy: expression('$.Values.image.pullPolicy'),
        envFrom: [{ configMapRef: { name: settings } }, ...itemsOf(`${values}.extraEnvFrom`)],
        env: [
          ...fixed,
          ...itemLines(
            `{{- range $name, $value := ${values}.settings }}`,
            '- name: {{ $name }}',
            '  value: {{ $value | quote }}',
            '{{- end }}',
          ),
          ...itemsOf(`${values}.extraEnv`),
        ],
        ...valuesOf('resources', `${values}.resources`),
        volumeMounts: [...containers[0].volumeMounts, ...itemsOf(`${values}.extraVolumeMounts`)],
      },
    ],
    volumes: [
      ...volumes.map((volume) =>
        volume.secret ? { ...volume, secret: { ...volume.secret, secretName: secret } } : volume,
      ),
      ...itemsOf(`${values}.extraVolumes`),
    ],
  };
}

function workloadTemplate(document, name) {
  const values = `$.Values.${name}`;
  const { template, ...spec } = without(document.spec, 'replicas');
  const { annotations, labels, ...podMetadata } = template.metadata;
  const pod = without(template.spec, 'terminationGracePeriodSeconds');
  return {
    ...withMetadata(document),
    spec: {
      ...entriesIf(`not ${values}.${SCALED_BY[name]}.enabled`, {
        replicas: expression(`${values}.replicas`),
      }),
      ...spec,
      template: {
        metadata: {
          ...podMetadata,
          labels: { ...labels, ...entriesOf(`${values}.podLabels`) },
          annotations: {
            ...annotations,
            'checksum/settings': expression('toYaml $.Values.settings | sha256sum'),
            ...entriesOf(`${values}.podAnnotations`),
          },
        },
        spec: {
          ...podOf(pod, { values, settings: 'kurz-settings', serviceAccount: 'kurz' }),
          terminationGracePeriodSeconds: expression(`${values}.terminationGracePeriodSeconds`),
        },
      },
    },
  };
}

/** Without persistence a journal is as long-lived as its pod. */
function redirectorTemplate(document) {
  const journal = '$.Values.redirector.journal';
  const tree = workloadTemplate(document, 'redirector');
  const { volumeClaimTemplates, persistentVolumeClaimRetentionPolicy, ...spec } = tree.spec;
  const [{ metadata, spec: claim }] = volumeClaimTemplates;
  const pod = spec.template.spec;
  pod.topologySpreadConstraints = pod.topologySpreadConstraints.map((spread) =>
    spread.topologyKey === 'topology.kubernetes.io/zone'
      ? { ...spread, whenUnsatisfiable: expression('$.Values.redirector.zoneSpread') }
      : spread,
  );
  pod.volumes.push(
    ...itemLines(
      `{{- if not ${journal}.persistence }}`,
      '- name: journal',
      '  emptyDir:',
      `    sizeLimit: {{ ${journal}.size }}`,
      '{{- end }}',
    ),
  );
  return {
    ...tree,
    spec: {
      ...spec,
      ...entriesIf(`${journal}.persistence`, {
        persistentVolumeClaimRetentionPolicy,
        volumeClaimTemplates: [
          {
            metadata: { ...metadata, labels: PART_OF_KURZ },
            spec: {
              ...claim,
              ...entryOf('storageClassName', `${journal}.storageClassName`),
              resources: { requests: { storage: expression(`${journal}.size`) } },
            },
          },
        ],
      }),
    },
  };
}

/** One file of a service: its Services, then what makes its pods. */
const serviceTemplate = (documents, name) =>
  templateOf(
    documents.map((document) => {
      if (document !== workloadOf(documents)) return withMetadata(document);
      return name === 'redirector' ? redirectorTemplate(document) : workloadTemplate(document, name);
    }),
  );

const jobOf = (document, hook, names) => {
  const { template, ...spec } = document.spec;
  const values = '$.Values.jobs';
  return {
    ...withMetadata(document, hook),
    spec: {
      ...spec,
      template: { metadata: template.metadata, spec: podOf(template.spec, { values, ...names }) },
    },
  };
};

/** What all services share. */
const settingsMap = (name) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, labels: PART_OF_KURZ },
  data: linesAsKeys(['{{- toYaml $.Values.settings | nindent {{N}} }}']),
});

function jobsTemplate(documents, [account]) {
  const supplies = hookOf(BEFORE, -10, 'before-hook-creation,hook-succeeded');
  const names = { settings: 'kurz-settings-jobs', serviceAccount: 'kurz-jobs' };
  const ownAccount = { ...account, metadata: { ...account.metadata, name: names.serviceAccount } };
  const jobs = documents.map((document) => jobOf(document, hookOf(BEFORE, 0, 'before-hook-creation'), names));
  return templateOf(
    [accountOf(ownAccount, supplies), withMetadata(settingsMap(names.settings), supplies), ...jobs],
    '$.Values.jobs.enabled',
  );
}

/** A job for each journal whose redirector is no more. */
function journalDrainTemplate([document]) {
  const metadata = without(document.metadata, 'generateName');
  const named = {
    ...document,
    metadata: { name: expression('printf "journal-drain-%d" (int $ordinal)'), ...metadata },
  };
  const hook = hookOf('post-install,post-upgrade', 0, 'before-hook-creation');
  const job = jobOf(named, hook, { settings: 'kurz-settings', serviceAccount: 'kurz' });
  const claimName = expression('printf "journal-redirector-%d" (int $ordinal)');
  const { volumes } = job.spec.template.spec;
  job.spec.template.spec.volumes = volumes.map((volume) =>
    volume.persistentVolumeClaim ? { ...volume, persistentVolumeClaim: { claimName } } : volume,
  );
  return `{{- range $ordinal := $.Values.journalDrain.ordinals }}
{{- if lt (int $ordinal) (${leastPodsOf('redirector')}) }}{{ fail (printf "journalDrain.ordinals: redirector-%d still runs" (int $ordinal)) }}{{ end }}
---
${templateOf([job])}{{- end }}
`;
}

/** Texts of the chart's templates by their path in `templates`. */
export function chartFiles(manifests) {
  return {
    '_names.tpl': NAMES,
    'service-account.yaml': templateOf(manifests.serviceAccount.map((document) => accountOf(document))),
    'settings.yaml': templateOf([withMetadata(settingsMap('kurz-settings'))]),
    'redirector.yaml': serviceTemplate(manifests.redirector, 'redirector'),
    'ingester.yaml': serviceTemplate(manifests.ingester, 'ingester'),
    'api.yaml': serviceTemplate(manifests.api, 'api'),
    'jobs.yaml': jobsTemplate(manifests.jobs, manifests.serviceAccount),
    'journal-drain.yaml': journalDrainTemplate(manifests.journalDrain),
    'network-policies.yaml': networkPoliciesTemplate(
      manifests.networkPolicies.map((one) => withMetadata(one)),
    ),
    'scaling.yaml': scalingTemplate(manifests.scaling.map((one) => withMetadata(one))),
    'disruption-budgets.yaml': disruptionBudgetsTemplate(
      manifests.disruptionBudgets.map((one) => withMetadata(one)),
    ),
    'service-monitor.yaml': serviceMonitorTemplate(withMetadata),
    'prometheus-rule.yaml': prometheusRuleTemplate(withMetadata),
  };
}
