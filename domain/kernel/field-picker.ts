/**
 * Creates a function that copies exactly these fields of an object; undefined fields are omitted. `fields` must name every
 * field of the type, including optional ones. Events are stored forever, so deciders use it to copy the fields of a
 * command without any other properties that it may have at run time.
 */
export function createFieldPicker<Data extends object>(
  fields: {
    readonly [Field in keyof Data]-?: true;
  },
): (source: Data) => Data {
  const names = Object.keys(fields) as (keyof Data)[];
  return (source) => {
    const data: Partial<Data> = {};
    for (const name of names) if (source[name] !== undefined) data[name] = source[name];
    return data as Data;
  };
}
