"""Games that are kept: the shelf, their pictures, numbers and exports, parcels and backups."""
