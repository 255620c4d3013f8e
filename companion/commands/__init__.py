"""One module for each word that can follow `companion`, in rooms by what people want."""
