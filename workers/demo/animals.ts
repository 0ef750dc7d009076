import type { AdoptionForm } from '../../domain/adoption/rules.ts';
import type { Town } from '../../domain/kernel/town.ts';
import { drawScene } from './pictures.ts';

interface DemoAnimal extends AdoptionForm {
  readonly ownerUsername: string;
  /** SVG drawing of 300 × 200 pixels. */
  readonly picture: string;
}

const GIRONA: Town = {
  id: 3121456,
  name: 'Girona',
  region: 'Catalonia',
  country: 'ES',
  latitude: 41.98311,
  longitude: 2.82493,
};
const BERGEN: Town = {
  id: 3161732,
  name: 'Bergen',
  region: 'Vestland',
  country: 'NO',
  latitude: 60.39299,
  longitude: 5.32415,
};
const SHREWSBURY: Town = {
  id: 2637891,
  name: 'Shrewsbury',
  region: 'England',
  country: 'GB',
  latitude: 52.71009,
  longitude: -2.75208,
};

const drawHead = (fur: string, nose: string): string =>
  `<ellipse cx="150" cy="110" rx="52" ry="48" fill="${fur}"/><circle cx="130" cy="100" r="7" fill="#20150e"/><circle cx="170" cy="100" r="7" fill="#20150e"/><ellipse cx="150" cy="126" rx="10" ry="7" fill="${nose}"/>`;

/** Demo animals, in the order in which they are offered. */
export const animals: readonly DemoAnimal[] = [
  {
    ownerUsername: 'strayhaven',
    name: 'Mango',
    type: 'DOG',
    breed: 'Mixed breed',
    age: 0,
    sex: 'M',
    description:
      'One of the six from the banana box, and the loudest of them. Ten weeks old, sleeps on feet, learns quickly when there is cheese.',
    address: 'Stray Haven, Camí del Molí 12, Girona',
    town: GIRONA,
    vaccinated: true,
    sterilized: false,
    picture: drawScene(
      '#f3e2b8',
      '#7fa65a',
      `<ellipse cx="150" cy="178" rx="58" ry="40" fill="#c98b3c"/>${drawHead('#d79a4a', '#20150e')}<ellipse cx="100" cy="108" rx="18" ry="40" fill="#8a5523"/><ellipse cx="200" cy="108" rx="18" ry="40" fill="#8a5523"/>`,
    ),
  },
  {
    ownerUsername: 'strayhaven',
    name: 'Duchess',
    type: 'CAT',
    breed: 'European Shorthair',
    age: 9,
    sex: 'F',
    description:
      'A quiet lady who came to us when her owner moved into a home. Wants a window sill, a warm lap and no other cats.',
    address: 'Stray Haven, Camí del Molí 12, Girona',
    town: GIRONA,
    vaccinated: true,
    sterilized: true,
    picture: drawScene(
      '#d9d4ea',
      '#8d7bb0',
      `<ellipse cx="150" cy="184" rx="50" ry="44" fill="#5c5f6b"/><path d="M102 104l4-58 40 30Z" fill="#6b6f7c"/><path d="M198 104l-4-58-40 30Z" fill="#6b6f7c"/>${drawHead('#6b6f7c', '#d98c8c')}<path d="M96 122l34 6M96 138l34-4M204 122l-34 6M204 138l-34-4" stroke="#f3f1ec" stroke-width="2"/>`,
    ),
  },
  {
    ownerUsername: 'nuria',
    name: 'Pistachio',
    type: 'BIRD',
    breed: 'Budgerigar',
    age: 2,
    sex: 'M',
    description:
      'Flew in through my kitchen window in June, and nobody has missed him since. He should live with other budgerigars.',
    address: 'Carrer de la Força 3, Girona',
    town: GIRONA,
    vaccinated: false,
    sterilized: false,
    picture: drawScene(
      '#cfe8f3',
      '#d9c79a',
      '<path d="M60 168h180" stroke="#6b4a2f" stroke-width="10"/><path d="M168 150l34 46-50-26Z" fill="#2f7d4a"/><ellipse cx="150" cy="116" rx="34" ry="54" fill="#5fb35a"/><circle cx="146" cy="66" r="28" fill="#f2dd5b"/><circle cx="138" cy="62" r="5" fill="#20150e"/><path d="M120 68l-14 10 18 6Z" fill="#c98b3c"/>',
    ),
  },
  {
    ownerUsername: 'ingrid',
    name: 'Thimble and Button',
    type: 'SMALL_MAMMAL',
    breed: 'Lop rabbits',
    age: 3,
    sex: 'F',
    description:
      'Two sisters who must not be parted. They are used to children and to a large run in the garden, and eat what the garden gives.',
    address: 'Fjordveien 41, Bergen',
    town: BERGEN,
    vaccinated: true,
    sterilized: true,
    picture: drawScene(
      '#fbe3dc',
      '#6f9a4e',
      `<ellipse cx="150" cy="184" rx="62" ry="42" fill="#e9e2d6"/>${drawHead('#f4eee3', '#d98c8c')}<ellipse cx="104" cy="124" rx="14" ry="46" fill="#cdbfa8"/><ellipse cx="196" cy="124" rx="14" ry="46" fill="#cdbfa8"/>`,
    ),
  },
  {
    ownerUsername: 'hoofbeat',
    name: 'Clover',
    type: 'CATTLE',
    breed: 'Jersey',
    age: 14,
    sex: 'F',
    description:
      'A retired dairy cow with good manners and a loud opinion on late breakfasts. Needs a meadow, a shed and company of her kind.',
    address: 'Hoofbeat Sanctuary, Mill Lane, Shropshire',
    town: SHREWSBURY,
    vaccinated: true,
    sterilized: false,
    picture: drawScene(
      '#d5eaf6',
      '#5d9150',
      `<path d="M104 74q-26-10-24-34 22 4 40 22ZM196 74q26-10 24-34-22 4-40 22Z" fill="#f0e6cf"/><ellipse cx="92" cy="96" rx="24" ry="12" fill="#8a5a33"/><ellipse cx="208" cy="96" rx="24" ry="12" fill="#8a5a33"/><ellipse cx="150" cy="182" rx="60" ry="40" fill="#a06a3c"/>${drawHead('#b57a48', '#3a2417')}<ellipse cx="150" cy="138" rx="34" ry="22" fill="#ead9c2"/><circle cx="138" cy="138" r="5" fill="#3a2417"/><circle cx="162" cy="138" r="5" fill="#3a2417"/>`,
    ),
  },
];
