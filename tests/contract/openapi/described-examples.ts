// Every example of the OpenAPI file, with the place of the schema that it is an example of.

import {
  isNode,
  openapiDocument,
  type DocumentNode,
} from '../../../services/api/src/openapi/openapi-document';
import { operations } from '../../../services/api/src/openapi/operations';
import { at, top, type Place } from './described-place';

export type DescribedExample = { title: string; schemaPointer: string; value: unknown };

const namesOf = (node: unknown) => (isNode(node) ? Object.keys(node) : []);

function examplesOfMedia(title: string, media: Place | undefined): DescribedExample[] {
  return namesOf(at(media, 'examples')?.node).map((name) => {
    const example = at(media, 'examples', name)?.node;
    const value: unknown = isNode(example) ? example['value'] : undefined;
    return { title: `${title} › ${name}`, schemaPointer: `${media?.pointer}/schema`, value };
  });
}

function examplesOfContent(title: string, holder: Place | undefined): DescribedExample[] {
  const content = at(holder, 'content');
  return namesOf(content?.node).flatMap((type) => examplesOfMedia(`${title} ${type}`, at(content, type)));
}

const operationAt = (path: string, method: string) => at(top(), 'paths', path, method);

/** `operation` is `POST /urls`. */
export function requestExamples(): (DescribedExample & { method: string; path: string })[] {
  return operations().flatMap(({ method, path }) => {
    const title = `${method.toUpperCase()} ${path}`;
    const examples = examplesOfContent(title, at(operationAt(path, method), 'requestBody'));
    return examples.map((example) => ({ ...example, method: method.toUpperCase(), path }));
  });
}

export function responseExamples(): DescribedExample[] {
  return operations().flatMap(({ method, path }) => {
    const responses = at(operationAt(path, method), 'responses');
    return namesOf(responses?.node).flatMap((status) =>
      examplesOfContent(`${method.toUpperCase()} ${path} ${status}`, at(responses, status)),
    );
  });
}

/** Of parameters and headers, wherever they stand: `example` beside `schema`. */
export function inlineExamples(): { title: string; schema: DocumentNode; value: unknown }[] {
  const found: { title: string; schema: DocumentNode; value: unknown }[] = [];
  const visit = (node: unknown, title: string): void => {
    if (Array.isArray(node)) return node.forEach((entry, index) => visit(entry, `${title}/${index}`));
    if (!isNode(node)) return;
    const { schema, example } = node;
    if (isNode(schema) && example !== undefined) found.push({ title, schema, value: example });
    for (const [name, child] of Object.entries(node)) visit(child, `${title}/${name}`);
  };
  visit(openapiDocument(), '#');
  return found;
}
