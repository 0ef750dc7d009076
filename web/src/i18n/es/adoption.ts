import type { texts as english } from '../en/adoption.ts';
import type { TranslationOf } from '../translation.ts';

export const texts: TranslationOf<typeof english> = {
  title: 'Adoptar',
  offer: 'Ofrecer un animal',
  list: 'Animales en adopción',
  none: 'Ahora mismo no hay animales en adopción.',
  noneFits: 'Ningún animal cumple estos filtros.',
  found_one: 'Se muestra {{shown}} animal',
  found_many: 'Se muestran {{shown}} de animales',
  found_other: 'Se muestran {{shown}} animales',
  animals: 'Animales',
  search: 'Buscar',
  find: 'Buscar',
  any: 'Cualquiera',
  clear: 'Quitar los filtros',
  yes: 'Sí',
  no: 'No',
  filters: {
    type: 'Tipo',
    sex: 'Sexo',
    age: 'Edad',
    vaccinated: 'Vacunado',
    sterilized: 'Esterilizado',
  },
  ages: {
    young: 'Hasta 1 año',
    adult: 'De 2 a 7 años',
    senior: '8 años o más',
  },
  form: {
    title: 'Animal en adopción',
    back: 'Crear publicación',
    image: 'Imagen',
    name: 'Nombre',
    breed: 'Raza',
    age: 'Edad, en años',
    description: 'Descripción',
    address: 'Dirección',
    send: 'Ofrecer en adopción',
  },
  preview: {
    title: 'Vista previa',
    label: 'Vista previa de tu animal',
    name: 'Su nombre',
  },
  created: 'El animal se ha ofrecido en adopción.',
};
