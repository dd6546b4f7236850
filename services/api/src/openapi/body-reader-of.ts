// Makes readers of request bodies from the schemas of the OpenAPI file.

import { makeBodyReader, type ReadBody } from '../http/body-reader';
import { follow } from './follow';
import { structureOf } from './structure-of';

/** `name` is a schema of the file's components; T says the same. Compiled at the first body. */
export function bodyReaderOf<T extends object>(name: string): ReadBody<T> {
  let readBody: ReadBody<T> | undefined;
  return (body) => {
    readBody ??= makeBodyReader<T>(structureOf(follow({ $ref: `#/components/schemas/${name}` })));
    return readBody(body);
  };
}
