"""The web room: routes and middleware of our own beside Streamlit's; what they need to know the front door says."""

from lossviz.web.lifespan import lifespan
from lossviz.web.middleware import middleware
from lossviz.web.routes import routes
from lossviz.web.trust import Trust

__all__ = ["Trust", "lifespan", "middleware", "routes"]
