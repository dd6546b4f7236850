// A pod of the chart with its labels, settings and account.

import { PART_OF_KURZ, splitEnvironment } from './source-manifests.mjs';
import {
  entriesIf,
  entriesOf,
  entryOf,
  expression,
  itemLines,
  itemsOf,
  linesAsKeys,
} from './template-marks.mjs';

export const without = (entries, ...keys) =>
  Object.fromEntries(Object.entries(entries).filter(([key]) => !keys.includes(key)));

/** `hook`: the annotations of a Helm hook. */
const metadataOf = ({ name, labels, ...rest }, hook) => ({
  name,
  namespace: expression('$.Release.Namespace'),
  labels: { ...labels, ...linesAsKeys(['{{- include "kurz.labels" $ | nindent {{N}} }}']) },
  ...(hook && { annotations: hook }),
  ...rest,
});

export const withMetadata = (document, hook) => ({
  ...document,
  metadata: metadataOf(document.metadata, hook),
});

/** A ServiceAccount with the annotations from the values. */
export function accountOf(document, hook) {
  const account = withMetadata(document, hook);
  const values = '$.Values.serviceAccount.annotations';
  const annotations = hook
    ? { annotations: { ...hook, ...entriesOf(values) } }
    : entryOf('annotations', values);
  return { ...account, metadata: { ...account.metadata, ...annotations } };
}

/** The ConfigMap of the settings that all services share. */
export const settingsMap = (name) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, labels: PART_OF_KURZ },
  data: linesAsKeys(['{{- toYaml $.Values.settings | nindent {{N}} }}']),
});

/** The entry `key` with its content from the values, even when that is empty. */
const valuesOf = (key, values) => ({ [key]: linesAsKeys([`{{- toYaml ${values} | nindent {{N}} }}`]) });

/** Names of the ConfigMap and the ServiceAccount for all pods except the hooks that run before an upgrade. */
const OF_RELEASE = { settings: 'kurz-settings', serviceAccount: 'kurz' };

/** `values`, `secret`: the paths of this container's values and of its Secret's name. */
export function podOf(pod, { values, secret = `${values}.existingSecret`, ...names }) {
  const { settings, serviceAccount } = { ...OF_RELEASE, ...names };
  const { containers, volumes } = pod;
  const { fixed } = splitEnvironment(containers[0]);
  const secretName = expression(`${secret} | default $.Values.existingSecret`);
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
        volume.secret ? { ...volume, secret: { ...volume.secret, secretName } } : volume,
      ),
      ...itemsOf(`${values}.extraVolumes`),
    ],
  };
}
