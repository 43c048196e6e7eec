"""What Streamlit shows: the only room that imports it, apart from the pages and the front door."""
