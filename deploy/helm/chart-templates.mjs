// Turns the manifests of the base into templates of a Helm chart. Objects keep their names, so a namespace can hold
// only one installation.

import { doctorTemplate, jobsTemplate, journalDrainTemplate } from './job-templates.mjs';
import {
  disruptionBudgetsTemplate,
  networkPoliciesTemplate,
  prometheusRuleTemplate,
  SCALED_BY,
  scalingTemplate,
  serviceMonitorTemplate,
} from './optional-templates.mjs';
import { accountOf, podOf, settingsMap, withMetadata, without } from './pod-template.mjs';
import { PART_OF_KURZ, workloadOf } from './source-manifests.mjs';
import { entriesIf, entriesOf, entryOf, expression, itemLines, templateOf } from './template-marks.mjs';

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
          ...podOf(pod, { values }),
          terminationGracePeriodSeconds: expression(`${values}.terminationGracePeriodSeconds`),
        },
      },
    },
  };
}

/** Without persistence a journal lives as long as its pod. */
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

/** The file of a service: its Services, then its workload. */
const serviceTemplate = (documents, name) =>
  templateOf(
    documents.map((document) => {
      if (document !== workloadOf(documents)) return withMetadata(document);
      return name === 'redirector' ? redirectorTemplate(document) : workloadTemplate(document, name);
    }),
  );

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
    'doctor.yaml': doctorTemplate(manifests.doctor),
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
