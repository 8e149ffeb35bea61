// The favorites of the person on the home view.
export const FavoritesTable = () => null
